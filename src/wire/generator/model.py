"""The API model as the generators see it: AWS's shapes with our overlay on top."""

import json
import re

# Hand-written in src/api/attribute_value.h: the only recursive shape.
ATTRIBUTE_VALUE = "AttributeValue"

CPP_KEYWORDS = {"delete", "default", "namespace", "union", "operator", "new", "class", "enum", "struct"}


def snake_case(name):
    """KMSMasterKeyId -> kms_master_key_id."""
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    name = name.lower()
    return name + "_" if name in CPP_KEYWORDS else name


def enumerator(value):
    """NEW_AND_OLD_IMAGES -> kNewAndOldImages, dynamodb:table:ReadCapacityUnits -> kDynamodbTableReadCapacityUnits."""
    words = re.split(r"[^A-Za-z0-9]+", value)
    return "k" + "".join(word[:1].upper() + (word[1:].lower() if word.isupper() else word[1:]) for word in words)


def read_operations(path):
    """The rows of api/operations.inc as (service, name, kind, access)."""
    with open(path, encoding="utf-8") as file:
        rows = re.findall(r"^OPERATION\((\w+), (\w+), (k\w+), (k\w+)(?:, k\w+)?\)", file.read(), re.M)
    if not rows:
        raise SystemExit(f"{path}: no operations found")
    return rows


class Member:
    """A member of a structure: its wire name, its shape, and the constraints on it."""

    def __init__(self, name, shape, required):
        self.name = name
        self.shape = shape
        self.required = required
        self.cpp_name = snake_case(name)
        self.missing_text = None  # a text of base/texts.h that replaces the constraint message
        self.closed_enums = False  # unknown values of open enums inside are refused on both layers
        self.newer_only = []  # the values that the newer layer allows here
        self.newer_only_text = None  # the newer layer's text for other values


class Shape:
    """One shape of the model. `name` is the C++ name, which differs for requests and responses."""

    def __init__(self, name, raw):
        self.name = name
        self.aws_name = name
        self.type = raw["type"]
        self.min = raw.get("min")
        self.max = raw.get("max")
        self.pattern = raw.get("pattern")
        self.enum = raw.get("enum")
        self.text_order = raw.get("enum")  # the order of the values in texts
        self.style = "old"
        self.length = None  # the unit of a text's length, if not Java's
        self.table_name = None  # the hand-written check of table names that applies
        self.table_map = False  # the keys of this map name tables
        self.members_max = None  # a limit of base/limits.h on the members of a list that are kept
        self.echo = None  # the older layer's format of such a map in messages, if not Java's for maps
        self.value_min = None  # bounds of such a map's values, reported for the map
        self.value_max = None
        self.members = []
        self.standings = []  # of a request: the rank of each member's violations, on the older layer and the newer
        self.late = False  # of a request: the handler reports some violations
        self.host = False  # of a request: it carries the host that the client addressed
        self.open = False  # of an enum: the newer layer leaves unknown values to the handler
        self.newer_text = None  # of an enum: the newer layer's whole text for an unknown value
        self.element = None  # of a list, or the value of a map
        self.key = None

    def has_phases(self):
        return bool(self.standings)

    def is_attribute_map(self):
        return self.type == "map" and self.element.name == ATTRIBUTE_VALUE

    def cpp_type(self):
        if self.name == ATTRIBUTE_VALUE:
            return "AttributeValue"
        if self.is_attribute_map():
            return "AttributeMap"
        if self.type == "list":
            return f"std::vector<{self.element.cpp_type()}>"
        if self.type == "map":
            return f"std::map<std::string, {self.element.cpp_type()}>"
        if self.type == "string" and not self.enum:
            return "std::string"
        plain = {
            "blob": "Bytes",
            "boolean": "bool",
            "double": "double",
            "integer": "std::int64_t",
            "long": "std::int64_t",
            "timestamp": "double",
        }
        return plain.get(self.type, self.name)


def _standings(shape, notes):
    """Returns (phase, place, bare, late) of each member. Members that no phase names are in the last one, in reading
    order.
    """
    phases = notes.get("phases", [[]])
    names = [member.name for member in shape.members]
    known = sum(phases, []) + notes.get("bare", []) + notes.get("late", [])
    if unknown := [name for name in known if name not in names]:
        raise SystemExit(f"overlay: {shape.name} has no members {unknown}")
    standings = {}
    for name in names:
        phase = next((i for i, phase in enumerate(phases) if name in phase), len(phases) - 1)
        listed = phases[phase]
        place = listed.index(name) if name in listed else len(listed)
        standings[name] = (phase, place, name in notes.get("bare", []), name in notes.get("late", []))
    return standings


class Operation:
    def __init__(self, service, name, kind, request, response, empty_reply):
        self.service = service
        self.name = name
        self.kind = kind
        self.request = request
        self.response = response
        self.empty_reply = empty_reply


class Model:
    """Returns every built operation with the shapes it reaches, each after its parts."""

    def __init__(self, sources, overlay, rows):
        self._raw = {}
        self._raw_operations = {}
        for service, path in sources.items():
            with open(path, encoding="utf-8") as file:
                source = json.load(file)
            self._raw_operations[service] = source["operations"]
            self._raw[service] = source["shapes"]
        with open(overlay, encoding="utf-8") as file:
            self._overlay = json.load(file)
        self._shapes = {}
        self.operations = []
        for service, name, kind, _ in rows:
            if kind != "kAbsent":
                self.operations.append(self._operation(service, name, kind))
        self._check_overlay(rows)
        self._check_equal_names()
        self.request_shapes = self._reachable(o.request for o in self.operations)
        self.response_shapes = self._reachable(o.response for o in self.operations)

    def all_shapes(self):
        seen = {id(shape) for shape in self.request_shapes}
        return self.request_shapes + [s for s in self.response_shapes if id(s) not in seen]

    def _operation(self, service, name, kind):
        raw = self._raw_operations[service][name]
        notes = self._overlay["operations"].get(name, {})
        return Operation(
            service,
            name,
            kind,
            self._top_shape(service, raw.get("input"), name + "Request", notes),
            self._top_shape(service, raw.get("output"), name + "Response", {}),
            notes.get("empty_reply", False),
        )

    def _top_shape(self, service, reference, cpp_name, notes):
        raw = {"type": "structure", "members": {}}
        if reference:
            raw = self._raw[service][reference["shape"]]
        shape = Shape(cpp_name, raw)
        shape.host = notes.get("host", False)
        self._fill_structure(service, shape, raw, notes)
        return shape

    def _shape(self, service, name):
        key = (service, name)
        if key in self._shapes:
            return self._shapes[key]
        raw, notes = self._raw_shape(service, name)
        shape = Shape(name, raw)
        self._shapes[key] = shape
        shape.text_order = self._overlay["enum_orders"].get(name, shape.enum)
        shape.style = notes.get("style", "old")
        shape.length = notes.get("length")
        shape.table_name = notes.get("table_name")
        shape.table_map = notes.get("table_map", False)
        shape.members_max = notes.get("members_max")
        shape.value_min = notes.get("value_min")
        shape.value_max = notes.get("value_max")
        shape.open = notes.get("open", False)
        shape.newer_text = notes.get("newer_text")
        shape.echo = notes.get("echo")
        if shape.name == ATTRIBUTE_VALUE:
            return shape
        if shape.type == "structure":
            self._fill_structure(service, shape, raw, notes)
        elif shape.type == "list":
            shape.element = self._shape(service, raw["member"]["shape"])
        elif shape.type == "map":
            shape.key = self._shape(service, raw["key"]["shape"])
            shape.element = self._shape(service, raw["value"]["shape"])
        return shape

    def _raw_shape(self, service, name):
        """Returns a shape of the model, or one of the overlay that copies one of the model."""
        notes = self._overlay["shapes"].get(name, {})
        if "like" in notes:
            return {**self._raw[service][notes["like"]], **notes}, notes
        return self._raw[service][name], notes

    def _fill_structure(self, service, shape, raw, notes):
        members = dict(raw["members"])
        required = set(raw.get("required", [])) | set(notes.get("required", []))
        order = notes.get("order", [])
        for name in order + [m for m in members if m not in order]:
            rules = notes.get("members", {}).get(name, {})
            target = rules.get("shape", members[name]["shape"])
            member = Member(name, self._shape(service, target), name in required)
            member.missing_text = rules.get("missing_text")
            member.closed_enums = rules.get("closed_enums", False)
            member.newer_only = rules.get("newer_only", [])
            member.newer_only_text = rules.get("newer_only_text")
            shape.members.append(member)
        if "older" in notes or "newer" in notes:
            shape.standings = [_standings(shape, notes.get("older", {})), _standings(shape, notes.get("newer", {}))]
            shape.late = bool(notes.get("newer", {}).get("late"))

    def _check_overlay(self, rows):
        """Refuses a misspelt overlay entry, which would silently do nothing."""
        names = {name for _, name, _, _ in rows}
        for name in self._overlay["operations"]:
            if name not in names:
                raise SystemExit(f"overlay: no operation {name}")
        for name, values in self._overlay["enum_orders"].items():
            raws = [raw[name] for raw in self._raw.values() if name in raw]
            if not raws or sorted(raws[0]["enum"]) != sorted(values):
                raise SystemExit(f"overlay: {name} does not list the values of the model")
        for name, notes in self._overlay["shapes"].items():
            if notes.get("length", "bytes") != "bytes":
                raise SystemExit(f"overlay: {name}: a length is one of bytes, or as Java has it")
            base = notes.get("like", name)
            if not any(base in raw for raw in self._raw.values()):
                raise SystemExit(f"overlay: no shape {base}")

    def _check_equal_names(self):
        """Refuses different shapes with equal names, because a type is generated once per name."""
        first = {}
        for service, name in self._shapes:
            raw = self._raw_shape(service, name)[0]
            if first.setdefault(name, raw) != raw:
                raise SystemExit(f"{name} differs between the services; rename one in the overlay")

    def _reachable(self, roots):
        found = []
        seen = set()

        def visit(shape):
            if id(shape) in seen:
                return
            seen.add(id(shape))
            for part in [m.shape for m in shape.members] + [shape.key, shape.element]:
                if part:
                    visit(part)
            found.append(shape)

        for root in roots:
            visit(root)
        return found
