"""JSON Schemas of views, made from their dataclasses."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from ludarena.core.view import Json

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_SIMPLE: dict[object, str] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    NoneType: "null",
}


def schema_of(kind: type) -> dict[str, Json]:
    """Return the JSON Schema (draft 2020-12) of what `plain` makes of a dataclass.

    Fields may hold what a view may hold: numbers, strings, booleans, None, literals, tuples,
    unions and frozen dataclasses. Raises `TypeError` for anything else.
    """
    shapes: dict[str, Json] = {}
    root = _schema(kind, shapes)
    return {"$schema": DIALECT, "$defs": shapes, **root}


def _schema(kind: object, shapes: dict[str, Json]) -> dict[str, Json]:
    if kind in _SIMPLE:
        return {"type": _SIMPLE[kind]}
    origin = get_origin(kind)
    if origin is Literal:
        return {"enum": list(get_args(kind))}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(part, shapes) for part in get_args(kind)]}
    if origin is tuple:
        return _tuple_schema(get_args(kind), shapes)
    if isinstance(kind, type) and is_dataclass(kind):
        if kind.__name__ not in shapes:
            shapes[kind.__name__] = None  # reserves the place: a shape may hold itself
            shapes[kind.__name__] = _record_schema(kind, shapes)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    raise TypeError(f"a view may not hold {kind}")


def _tuple_schema(parts: tuple[object, ...], shapes: dict[str, Json]) -> dict[str, Json]:
    if len(parts) == 2 and parts[1] is Ellipsis:
        return {"type": "array", "items": _schema(parts[0], shapes)}
    return {
        "type": "array",
        "prefixItems": [_schema(part, shapes) for part in parts],
        "minItems": len(parts),
        "maxItems": len(parts),
    }


def _record_schema(kind: type, shapes: dict[str, Json]) -> dict[str, Json]:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    record: dict[str, Json] = {
        "type": "object",
        "properties": {name: _schema(hints[name], shapes) for name in names},
        "required": list(names),
        "additionalProperties": False,
    }
    doc = (kind.__doc__ or "").strip()
    if doc and not doc.startswith(f"{kind.__name__}("):
        record["description"] = " ".join(doc.split())
    return record
