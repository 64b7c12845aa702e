"""Generates docs/COMPATIBILITY.md: every operation and every parameter, and Stator's support of it."""

import json
import textwrap

HEAD = """\
# Compatibility with DynamoDB

This page lists every operation and parameter of DynamoDB and its neighbouring services, and what
Stator makes of it. A status is one of three:

- **done**: Stator does it as DynamoDB does.
- **differs**: the difference is named.
- **absent**: Stator does not have it, and the page names the answer.

`src/wire/generate.py --compatibility` writes this page from the tables of operations, the API
shapes and the notes in `src/wire/shapes/**/compatibility.json`. A test fails when it is out of
date.

"""
COLUMNS_MAX = 100


def document_of(families):
    """Generates one document on the services of all families."""
    built = sum(family.built() for family in families)
    count = sum(family.count() for family in families)
    everywhere = "".join(family.everywhere() for family in families)
    head = [HEAD, f"{built} of {count} operations are built.\n", f"\n## Everywhere\n\n{everywhere}"]
    return "".join(head + [family.generate() for family in families])


def list_item(text):
    return textwrap.fill(text, COLUMNS_MAX, initial_indent="- ", subsequent_indent="  ",
                         break_long_words=False, break_on_hyphens=False) + "\n"


class Compatibility:
    """Generates the part on the services of one family."""

    def __init__(self, sources, notes, rows):
        self._rows = rows
        self._models = {}
        for service, path in sources.items():
            with open(path, encoding="utf-8") as file:
                self._models[service] = json.load(file)
        with open(notes, encoding="utf-8") as file:
            self._notes = json.load(file)

    def generate(self):
        self._check_notes()
        parts = []
        for service in self._models:
            parts.append(f"\n## {service}\n\n{self._overview(service)}")
            for _, name, kind, _ in self._of(service):
                if kind != "kAbsent":
                    parts.append(self._parameters(service, name))
        return "".join(parts)

    def _of(self, service):
        return [row for row in self._rows if row[0] == service]

    def built(self):
        return sum(1 for row in self._rows if row[2] != "kAbsent")

    def count(self):
        return len(self._rows)

    def everywhere(self):
        return "".join(list_item(line) for line in self._notes["everywhere"])

    def _overview(self, service):
        lines = ["| operation | status |\n", "|---|---|\n"]
        for _, name, kind, _ in self._of(service):
            lines.append(f"| {name} | {self._status(name, kind)} |\n")
        return "".join(lines)

    def _status(self, name, kind):
        if kind == "kAbsent":
            return "absent: UnknownOperationException"
        return "differs, see below" if name in self._notes["operations"] else "done"

    def _parameters(self, service, name):
        notes = self._notes["operations"].get(name, {})
        members = self._members(service, name)
        if not members:
            return f"\n### {name}\n\nNo parameters.\n"
        lines = [f"\n### {name}\n\n", "| parameter | status |\n", "|---|---|\n"]
        for parameter in sorted(set(members) | set(notes)):
            note = notes.get(parameter)
            status = f"{note['status']}: {note['note']}" if note else "done"
            lines.append(f"| {parameter} | {status} |\n")
        return "".join(lines)

    def _members(self, service, name):
        model = self._models[service]
        reference = model["operations"][name].get("input")
        return model["shapes"][reference["shape"]]["members"] if reference else {}

    def _check_notes(self):
        """Refuses notes on operations and parameters that do not exist: no reader would see them."""
        kinds = {name: (service, kind) for service, name, kind, _ in self._rows}
        for name, notes in self._notes["operations"].items():
            service, kind = kinds.get(name, (None, "kAbsent"))
            if kind == "kAbsent":
                raise SystemExit(f"compatibility: {name} is not a built operation")
            for parameter, note in notes.items():
                if not self._exists(service, name, parameter):
                    raise SystemExit(f"compatibility: {name} has no parameter {parameter}")
                if note["status"] not in ("absent", "differs"):
                    raise SystemExit(f"compatibility: {name}.{parameter}: {note['status']}?")

    def _exists(self, service, name, parameter):
        shapes = self._models[service]["shapes"]
        members = self._members(service, name)
        for part in parameter.split("."):
            if part not in members:
                return False
            shape = shapes[members[part]["shape"]]
            while shape["type"] in ("list", "map"):
                shape = shapes[shape["member" if shape["type"] == "list" else "value"]["shape"]]
            members = shape.get("members", {})
        return True
