"""Every address as its description says: schemathesis sends what the description allows, and what it forbids."""

from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.server.conftest import House, Player

from bocage.server.described import sent

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 6
SLOW = {"/api/games/{game}/suggest", "/api/games/{game}/review", "/api/games/import", "/api/titles/{title}/map.svg"}
"""Each of these starts a process."""
ENDLESS = {"/api/games/{game}/events"}


class Site:
    """A server with a game that can be asked about."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.player: Player = house.hot_seat()
        self.player.act("hide 0303")
        self.schema: Any = schemathesis.openapi.from_url(f"http://127.0.0.1:{house.port}/api/openapi.json")


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    return Site(house)


def operations(site: Site) -> list[Any]:
    return [found.ok() for found in site.schema.get_all_operations()]


def test_all_addresses_are_described(site: Site) -> None:
    found = {(operation.method.upper(), operation.path) for operation in operations(site)}
    assert len(found) > 30
    for method, path in found:
        responses = site.schema.raw_schema["paths"][path][method.lower()]["responses"]
        assert responses["default"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Refused"}
        assert set(responses) <= {"200", "201", "202", "default"}, f"{method} {path}: {set(responses)}"


def loose(schema: Any, where: str) -> list[str]:
    """The parts of a description that could be of any size."""
    parts = [*schema.get("anyOf", []), *schema.get("oneOf", [])]
    found = [fault for part in parts for fault in loose(part, where)]
    kind, names = schema.get("type"), set(schema)
    if kind == "string" and "maxLength" not in names and "enum" not in names:
        found.append(f"{where}: a text without end")
    if kind == "integer" and not (names & {"maximum", "exclusiveMaximum"} and "minimum" in names):
        found.append(f"{where}: a number without bounds")
    if kind == "array":
        found += [] if "maxItems" in names else [f"{where}: a list without end"]
        found += loose(schema["items"], where)
    for name, part in schema.get("properties", {}).items():
        found += loose(part, f"{where}.{name}")
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        found += [] if "maxProperties" in names else [f"{where}: names without end"]
        found += loose(schema["additionalProperties"], where)
    return found


def test_the_bounds_of_every_field_are_described(site: Site) -> None:
    schemas = site.schema.raw_schema["components"]["schemas"]
    asked = [kind.__name__ for kind in sent()]
    assert {"NewGame", "Import", "Order", "PieceAsked"} <= set(asked)
    assert [fault for name in asked for fault in loose(schemas[name], name)] == []


@pytest.mark.filterwarnings("ignore")
def test_no_request_whatever_is_answered_otherwise_than_described(site: Site) -> None:
    """Well-formed and malformed requests to every address, with a game and a title that exist, and without."""
    faults: list[str] = []
    for operation in operations(site):
        if operation.path not in ENDLESS:
            faults += asked(site, operation)
    assert faults == []


def asked(site: Site, operation: Any) -> list[str]:
    """What is wrong with the answers of one address."""
    faults: list[str] = []
    known = {"game": site.player.game, "title": "tinybeach"}
    headers = {"Authorization": f"Bearer {site.player.token}"}

    def send(case: Any) -> None:
        named = dict(case.path_parameters or {})
        for name, value in known.items():
            if name in named and len(str(named[name])) % 4:
                named[name] = value
        case.path_parameters = named
        response = case.call(headers=headers, timeout=20)
        try:
            case.validate_response(response, checks=CHECKS)
        except FailureGroup as group:
            faults.append(f"{operation.method.upper()} {operation.path}: {group.exceptions[0]}"[:900])

    for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):
        few = 3 if operation.path in SLOW else EXAMPLES
        how = settings(
            max_examples=few, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
        )
        try:
            how(hypothesis.given(case=operation.as_strategy(generation_mode=mode))(send))()
        except hypothesis.errors.Unsatisfiable:
            continue
        except hypothesis.errors.InvalidArgument:
            continue  # nothing about this address can be wrong
    return faults[:2]
