"""Deals small cells of land out to regions by simulated annealing; see `regions.py` for what it is for."""

# mypy: disable-error-code="import-not-found, import-untyped, no-any-unimported"
from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np
import shapely
from shapely.geometry import Point
from shapely.ops import unary_union

Pair: TypeAlias = tuple[int, int]

ENOUGH = 3.0  # kilometres of common border that a link should have at least
WRONG, MISSING = 60.0, 40.0  # for a border that should not exist, and for one that should
SPREAD = 0.05  # price of a square kilometre for each kilometre from its region's centre
HOT, COLD = 12.0, 0.15


class Dealer:
    """The cells, who owns each, and what the present division costs."""

    def __init__(
        self,
        cells: list[Any],
        rivers: Any,
        centres: Mapping[str, tuple[float, float]],
        weights: Mapping[str, float],
        links: Iterable[Mapping[str, Any]],
        rng: Any,
    ) -> None:
        self.cells = [shapely.set_precision(cell, 1e-6) for cell in cells]
        self.names = list(centres)
        self.number = {name: k for k, name in enumerate(self.names)}
        self.rng = rng
        self.size = [cell.area for cell in self.cells]
        self.spots = [cell.representative_point() for cell in self.cells]
        self.around = self._borders(rivers.buffer(1e-4))
        at = np.array([(spot.x, spot.y) for spot in self.spots])
        seeds = np.array(list(centres.values()))
        scale = np.array([weights.get(name, 1.0) for name in self.names])
        self.far = np.hypot(at[:, None, 0] - seeds[None, :, 0], at[:, None, 1] - seeds[None, :, 1]) / scale
        self.owner = [int(k) for k in self.far.argmin(1)]
        self.pinned = [False] * len(cells)
        self.linked = self._pairs(links, "land")
        self.river = self._pairs(links, "river")
        self.common: dict[Pair, tuple[float, float]] = {}

    def _pairs(self, links: Iterable[Mapping[str, Any]], kind: str) -> set[Pair]:
        rows = [link["between"] for link in links if link["kind"] == kind]
        known = [[self.number[name] for name in row] for row in rows if all(name in self.number for name in row)]
        return {(min(row), max(row)) for row in known}

    def _borders(self, along: Any) -> list[dict[int, tuple[float, float]]]:
        """By cell: its neighbours, the length of the common edge, and how much of it is river."""
        around: list[dict[int, tuple[float, float]]] = [{} for _ in self.cells]
        tree = shapely.STRtree(self.cells)
        for i, cell in enumerate(self.cells):
            for j in map(int, tree.query(cell)):
                if j > i:
                    edge = cell.boundary.intersection(self.cells[j].boundary)
                    if edge.length > 1e-4:
                        around[i][j] = around[j][i] = edge.length, edge.intersection(along).length
        return around

    def pin(self, name: str, where: Any) -> None:
        """Give every cell in a zone to one region for good."""
        for i, spot in enumerate(self.spots):
            if where.contains(Point(spot)):
                self.owner[i], self.pinned[i] = self.number[name], True

    def anneal(self, steps: int) -> None:
        """Swap border cells between regions, growing ever pickier."""
        for _ in range(4):
            self._join_strays()
        self._measure()
        for n in range(steps):
            i = int(self.rng.integers(len(self.cells)))
            others = [self.owner[j] for j in self.around[i] if self.owner[j] != self.owner[i]]
            if self.pinned[i] or not others:
                continue
            new = others[int(self.rng.integers(len(others)))]
            cost, change = self._change(i, new)
            heat = HOT * (COLD / HOT) ** (n / steps)
            if (cost <= 0 or self.rng.random() < math.exp(-cost / heat)) and self._still_whole(i):
                self.owner[i] = new
                self.common.update(change)

    def regions(self) -> dict[str, Any]:
        return {
            name: unary_union([cell for cell, o in zip(self.cells, self.owner, strict=True) if o == k])
            for k, name in enumerate(self.names)
        }

    def _measure(self) -> None:
        self.common = {}
        for i, around in enumerate(self.around):
            for j, (length, river) in around.items():
                a, b = self.owner[i], self.owner[j]
                if i < j and a != b:
                    old = self.common.get((min(a, b), max(a, b)), (0.0, 0.0))
                    self.common[min(a, b), max(a, b)] = old[0] + length, old[1] + river

    def _price(self, pair: Pair, length: float, river: float) -> float:
        """What a border costs: it should be long enough where linked, absent elsewhere, wet where a river is."""
        if pair not in self.linked:
            return WRONG + MISSING * length if length > 1e-7 else 0.0
        cost = WRONG * max(0.0, ENOUGH - length) + length + (MISSING if length < 0.5 else 0.0)
        return cost + (2.5 * (length - river) if pair in self.river else 0.8 * river)

    def _change(self, i: int, new: int) -> tuple[float, dict[Pair, tuple[float, float]]]:
        """The cost of giving a cell to another region, and the borders as they would be."""
        old = self.owner[i]
        delta: dict[Pair, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for j, (length, river) in self.around[i].items():
            there = self.owner[j]
            for mine, sign in ((old, -1), (new, 1)):
                if there != mine:
                    entry = delta[min(there, mine), max(there, mine)]
                    entry[0] += sign * length
                    entry[1] += sign * river
        cost = SPREAD * self.size[i] * float(self.far[i, new] - self.far[i, old])
        change = {}
        for pair, (length, river) in delta.items():
            before = self.common.get(pair, (0.0, 0.0))
            after = (before[0] + length, before[1] + river) if before[0] + length > 1e-7 else (0.0, 0.0)
            change[pair] = after
            cost += self._price(pair, *after) - self._price(pair, *before)
        return cost, change

    def _still_whole(self, i: int) -> bool:
        """Would the cell's present region stay in one piece without it?"""
        same = {j for j in self.around[i] if self.owner[j] == self.owner[i]}
        if not same:
            return False
        start = same.pop()
        seen, todo = {i, start}, [start]
        while todo and same:
            for j in self.around[todo.pop()]:
                if j not in seen and self.owner[j] == self.owner[i]:
                    seen.add(j)
                    same.discard(j)
                    todo.append(j)
        return not same

    def _join_strays(self) -> None:
        """Hand cells that are cut off from their region to a neighbour."""
        for k in range(len(self.names)):
            left = {i for i, o in enumerate(self.owner) if o == k}
            pieces = []
            while left:
                todo = [left.pop()]
                piece = set(todo)
                while todo:
                    found = left.intersection(self.around[todo.pop()])
                    left -= found
                    piece |= found
                    todo += found
                pieces.append(piece)
            for piece in sorted(pieces, key=lambda p: -sum(self.size[i] for i in p))[1:]:
                for i in piece:
                    choice = [self.owner[j] for j in self.around[i] if j not in piece]
                    if choice:
                        self.owner[i] = min(choice, key=lambda o, c=i: self.far[c, o])  # type: ignore[misc]
