"""client/api_codecs.*: between libstator's types and those of src/api, for a database in the same process."""

from generator.client import BANNER, END, chain, declarations, source, value_of
from generator.model import enumerator

API_H = BANNER + """\
#pragma once

#include "api/types.h"
#include "client/api_values.h"
#include "client/types.h"

// Requests to the types of src/api and answers from them.
namespace stator::client {

"""


def generate(client):
    functions = [f for structure in client.structures for f in _functions(client, structure)]
    functions += [_fill_text(shape) for shape in client.text_enums()]
    functions += [_take_only(operation) for operation in client.operations if operation.only]
    return {
        "client/api_codecs.h": API_H + declarations(functions) + END,
        "client/api_codecs.cc": source("api_codecs", functions, '\n#include "client/json_codecs.h"\n'),
    }


def _functions(client, structure):
    functions = []
    if structure in client.types() and client.is_sent(structure):
        functions.append(_fill_variant(structure) if structure.is_variant() else _fill(structure))
    if client.has_type(structure) and client.is_answered(structure):
        functions.append(_take_variant(structure) if structure.is_variant() else _take(structure))
    return functions


def _fill(structure):
    used = bool(structure.members)
    lines = [f"bool Fill(const {structure.name}& {'in' if used else '/*in*/'}, api::{structure.shape.name}& "
             f"{'out' if used else '/*out*/'}, JsonBound& {'bound' if used else '/*bound*/'}) {{"]
    outers = {member.outer.api: member.outer for member in structure.members if member.outer}
    lines += [f"  auto& {name} = out.{name}.emplace();" for name in outers]
    conditions = [_fill_member(member) for member in structure.members]
    return "\n".join(lines + chain(conditions) + ["}", ""])


def _fill_member(member):
    place = f"{member.outer.api if member.outer else 'out'}.{member.api}"
    value = value_of(member)
    if member.wrapper:
        inner = f"&api::{member.shape.element.name}::{member.wrapper.cpp_name}"
        return f"FillWrapped({value}, {inner}, {place}, bound)"
    if member.sent == "always":
        return f"FillAlways({value}, {place}, bound)"
    if member.sent == "unless":
        return f"FillUnless({value}, {str(member.unless).lower()}, {place}, bound)"
    return f"FillMember({value}, {place}, bound)"


def _take(structure):
    used = bool(structure.members)
    lines = [f"void Take(const api::{structure.shape.name}& {'in' if used else '/*in*/'}, {structure.name}& "
             f"{'out' if used else '/*out*/'}) {{"]
    return "\n".join(lines + [f"  {_take_member(member)}" for member in structure.members] + ["}", ""])


def _take_member(member):
    if member.wrapper:
        inner = f"&api::{member.shape.element.name}::{member.wrapper.cpp_name}"
        return f"TakeWrapped(in.{member.api}, {inner}, out.{member.name});"
    return f"TakeMember(in.{member.api}, out.{member.name});"


def _fill_variant(structure):
    lines = [f"bool Fill(const {structure.name}& in, api::{structure.shape.name}& out, JsonBound& bound) {{"]
    for member in structure.alternatives:
        lines += [f"  if (const auto* each = std::get_if<{member.type}>(&in)) {{",
                  f"    return FillAlways(*each, out.{member.api}, bound);", "  }"]
    return "\n".join(lines + ["  return false;", "}", ""])


def _take_variant(structure):
    lines = [f"void Take(const api::{structure.shape.name}& in, {structure.name}& out) {{"]
    for member in structure.alternatives:
        lines.append(f"  if (in.{member.api}) Take(*in.{member.api}, out.emplace<{member.type}>());")
    return "\n".join(lines + ["}", ""])


def _fill_text(shape):
    lines = [f"bool Fill(const std::string& in, api::{shape.name}& out, JsonBound& bound) {{"]
    values = ", ".join(f"api::{shape.name}::{enumerator(value)}" for value in shape.enum)
    return "\n".join(lines + [f"  return FillText(in, {{{values}}}, out, bound);", "}", ""])


def _take_only(operation):
    """The answer that is one of its members."""
    return (f"void Take(const api::{operation.api_answer}& in, {operation.only.structure_type}& out) {{\n"
            f"  TakeMember(in.{operation.only.api}, out);\n}}\n")
