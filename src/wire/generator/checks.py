"""wire/checks.*: whether a typed request keeps the rules that its decoder checks."""

import re

from generator.codecs import BANNER, rules_of, table_map_rules
from generator.model import ATTRIBUTE_VALUE, enumerator

HEADER = BANNER + """\
#pragma once

#include "api/types.h"
#include "wire/codec.h"

namespace stator::wire {

"""

SOURCE = BANNER + """\
#include "wire/checks.h"

#include <algorithm>

#include "wire/rules.h"

namespace stator::wire {
namespace checks {

"""


def generate(model):
    return Checks(model).files()


class Checks:
    """A shape whose values are always good has no function."""

    def __init__(self, model):
        self._requests = [operation.request for operation in model.operations]
        self._conditions = {}  # of each shape by name, what C++ asks of `in`
        self._shapes = []
        for shape in model.request_shapes:
            if shape.name not in self._conditions:
                self._conditions[shape.name] = self._condition(shape)
                self._shapes.append(shape)

    def files(self):
        signatures = [f"template <>\nbool Fits(const api::{shape.name}& request)" for shape in self._requests]
        used = self._used()
        functions = [f for shape in self._shapes if shape.name in used and (f := self._function(shape))]
        entries = []
        for signature, shape in zip(signatures, self._requests):
            known = bool(self._conditions[shape.name])
            body = f"checks::Fits{shape.name}(request)" if known else "true"
            entries.append(f"{signature if known else signature.replace('request', '/*request*/')} {{\n  return {body};\n}}\n")
        return {
            "wire/checks.h": HEADER + "".join(f"{s};\n" for s in signatures) + "\n}  // namespace stator::wire\n",
            "wire/checks.cc": SOURCE + "\n".join(functions) + "\n}  // namespace checks\n\n" + "\n".join(entries)
            + "\n}  // namespace stator::wire\n",
        }

    def _used(self):
        """Names of the shapes that requests check; keys of maps are not among them."""
        used = {shape.name for shape in self._requests}
        for shape in reversed(self._shapes):
            if shape.name in used:
                used.update(re.findall(r"\bFits(\w+)\(", " ".join(self._conditions[shape.name])))
        return used

    def _function(self, shape):
        conditions = self._conditions[shape.name]
        if not conditions:
            return None
        kind = shape.name if shape.type == "structure" else shape.cpp_type()
        lines = [f"static bool Fits{shape.name}(const {self._qualified(shape, kind)}& in) {{"]
        if any("kRules" in condition for condition in conditions):
            lines.append(f"  constexpr Rules kRules{rules_of(shape)};")
        return "\n".join(lines + ["  return " + " &&\n         ".join(conditions) + ";", "}", ""])

    def _qualified(self, shape, kind):
        if shape.type == "list":
            return f"std::vector<{self._qualified(shape.element, shape.element.cpp_type())}>"
        if shape.type == "map" and not shape.is_attribute_map():
            return f"std::map<std::string, {self._qualified(shape.element, shape.element.cpp_type())}>"
        if shape.type in ("structure", "map") or shape.enum or shape.name == ATTRIBUTE_VALUE:
            return f"api::{kind}"
        return kind

    def _condition(self, shape):
        if shape.name == ATTRIBUTE_VALUE or shape.is_attribute_map():
            return ["!in.bad"]
        if shape.table_name:
            return [f"TableNameFits(in, TableNameCheck::{shape.table_name})"]
        if shape.enum:
            return [f"in != api::{shape.name}::kUnknown"] if shape.open else []
        if shape.type == "structure":
            return [c for member in shape.members for c in self._member(member)]
        if shape.type in ("list", "map"):
            return self._collection(shape)
        if shape.type in ("integer", "long"):
            return [f"{shape.type.capitalize()}Fits(in, kRules)"]
        has_rules = shape.min is not None or shape.max is not None or shape.pattern is not None
        return ["TextFits(in, kRules)"] if shape.type == "string" and has_rules else []

    def _member(self, member):
        value = f"in.{member.cpp_name}"
        known = bool(self._conditions[member.shape.name])
        checked = f"Fits{member.shape.name}(*{value})"
        conditions = []
        if member.required:
            conditions = [value, checked] if known else [value]
            conditions[0] = f"{value}.has_value()"
        elif known:
            conditions = [f"(!{value} || {checked})"]
        if member.newer_only:
            allowed = " || ".join(f"*{value} == api::{member.shape.name}::{enumerator(v)}" for v in member.newer_only)
            conditions.append(f"(!{value} || {allowed})")
        return conditions

    def _collection(self, shape):
        conditions = ["CountFits(in.size(), kRules)"]
        if shape.table_map:
            conditions.append(f"TableMapFits(in, {table_map_rules(shape)})")
        if self._conditions[shape.element.name]:
            each = "each" if shape.type == "list" else "each.second"
            conditions.append(f"std::ranges::all_of(in, [](const auto& each) {{ return Fits{shape.element.name}({each}); }})")
        return conditions
