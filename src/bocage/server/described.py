"""The description of the interface: every refusal has the same form, whatever the address."""

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from bocage.server.refusals import Refused
from bocage.server.reviews import Progress, Ready
from bocage.server.wire import Asked

REFERENCE = "#/components/schemas/{name}"
ABOUT = "Not carried out: a stable code and one clear sentence. Nothing was changed."
PATTERN = "^[A-Za-z0-9_.-]+$"
"""What stands between two slashes of an address."""
MADE_BY_HAND: dict[tuple[str, str], dict[int, Any]] = {
    ("/api/games/{game}/review", "get"): {200: Ready, 202: Progress},
    ("/api/titles/{title}/map", "get"): {200: dict[str, Any]},
}
"""Answers whose bodies are written directly."""


class DescribedPlugin(JsonRenderPlugin):
    """The description as JSON, with refusals as they really look."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description that a client reads."""
        return msgspec.json.encode(describe(openapi_schema))


def describe(schema: dict[str, Any]) -> dict[str, Any]:
    """Put our own refusals where the framework describes its own."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema))
    kinds = [Refused, *(kind for bodies in MADE_BY_HAND.values() for kind in bodies.values())]
    kinds += sent()  # the framework leaves out the bounds of what is in lists and of what may be missing
    references, parts = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    found.setdefault("components", {}).setdefault("schemas", {}).update(parts)
    refusal = {"description": ABOUT, "content": {"application/json": {"schema": references[0]}}}
    made = {str(kind): reference for kind, reference in zip(kinds[1:], references[1:], strict=True)}
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            kept = {code: body for code, body in operation["responses"].items() if code < "400"}
            for code, kind in MADE_BY_HAND.get((path, method), {}).items():
                content = {"application/json": {"schema": made[str(kind)]}}
                kept[str(code)] = {"description": "What was asked for, or how far it is.", "content": content}
            operation["responses"] = {**kept, "default": refusal}
            _narrow(operation)
    return found


def sent(kind: type = Asked) -> list[type]:
    """Every type that a client sends as the body of a request."""
    found: list[type] = []
    one: type
    for one in kind.__subclasses__():
        found += [one, *sent(one)]
    return found


def _narrow(operation: dict[str, Any]) -> None:
    """An empty part of an address is another address."""
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            parameter["schema"] = {**parameter["schema"], "minLength": 1, "pattern": PATTERN}
