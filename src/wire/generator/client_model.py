"""The API as a program sees it: the model's structures under the names of shapes/client.json."""

import json

from generator.model import ATTRIBUTE_VALUE, enumerator

NOTES = {"about", "comments", "default", "flat", "group", "like", "members", "name", "only", "optional", "order",
         "unless", "variant", "wrapper"}


class ClientMember:
    """One member of a structure: where it is in the client's struct and in the one of src/api, and when it is sent."""

    def __init__(self, member, name):
        self.wire = member.name
        self.api = member.cpp_name
        self.shape = member.shape
        self.name = name  # in the client's struct; "total.units" in a group
        self.type = None
        self.default = None  # the initialiser; None: the program has to give the member
        self.comment = None
        # "any": if it is not empty, or has a value; "always"; "unless": if it is not `unless`; "plain": never sent.
        self.sent = "any"
        self.unless = None
        self.spelled = False  # an enum, whose text is ToString(*ApiOf(…))
        self.wrapper = None  # the member that each element of the list has
        self.outer = None  # the member of the API that this one stands in
        self.structure_type = None  # its type without std::optional, of one that is a whole answer


class ClientStructure:
    def __init__(self, name, shape):
        self.name = name
        self.shape = shape
        self.about = None
        self.members = []  # as they are sent
        self.declared = []  # (type, name, default, comment), as the struct has them
        self.alternatives = []  # of a variant: members whose types are the alternatives

    def is_variant(self):
        return bool(self.alternatives)


class ClientEnum:
    def __init__(self, shape, notes):
        self.name = notes.get("name", shape.name)
        self.shape = shape
        self.about = notes.get("about")
        self.absent = notes.get("absent")
        without = notes.get("absent_values", [])
        names = notes.get("enumerators", {})
        self.values = [(value, names.get(value, enumerator(value))) for value in shape.enum if value not in without]


class ClientOperation:
    def __init__(self, operation, request, answer, only):
        self.name = operation.name
        self.empty_reply = operation.empty_reply
        self.request = request
        self.answer = answer  # the structure whose members the answer has
        self.only = only  # the member that is the whole answer
        self.api_request = operation.request.name
        self.api_answer = operation.response.name


class ClientModel:
    """`structures` and `enums` stand in the order in which C++ wants them."""

    def __init__(self, model, overlay):
        with open(overlay, encoding="utf-8") as file:
            self._overlay = json.load(file)
        self._requests = {shape.name for shape in model.request_shapes}
        self._answers = {shape.name for shape in model.response_shapes}
        self._model = model
        self._tops = {}  # the notes of requests and answers, by the name of their shapes
        for operation in model.operations:
            notes = self._overlay["operations"].get(operation.name, {})
            self._tops[operation.request.name] = {"name": f"{operation.name}Request", **notes.get("request", {})}
            self._tops[operation.response.name] = {"name": f"{operation.name}Result", **notes.get("answer", {})}
        self.enums = self._enums()
        self._made = {}
        self.structures = []
        for shape in self._reached():
            self._structure(shape)
        self.operations = [self._operation(operation) for operation in model.operations]
        self._check()

    def is_sent(self, structure):
        return structure.shape.name in self._requests

    def is_answered(self, structure):
        return structure.shape.name in self._answers

    def stated_enums(self):
        """Enums that are types of the client's: requests alone have them."""
        used = {m.shape.name for s in self.structures for m in s.members if m.spelled}
        return [enum for name, enum in self.enums.items() if name in used]

    def types(self):
        """Structures that are types of their own, each once."""
        return [s for s in self.structures if self.has_type(s) and "like" not in self._notes(s.shape)]

    def has_type(self, structure):
        """Whether the structure is a type of its own or like another."""
        notes = self._notes(structure.shape)
        return "wrapper" not in notes and "only" not in notes

    def text_enums(self):
        """Enums whose texts programs give: they are in answers, too."""
        found = {}
        for structure in self.structures:
            if not self.is_sent(structure):
                continue
            for member in structure.members:
                if member.shape.enum and not member.spelled:
                    found[member.shape.name] = member.shape
        return list(found.values())

    def _notes(self, shape):
        notes = self._tops.get(shape.name) or self._overlay["structures"].get(shape.name, {})
        return self._like(shape, notes) if "like" in notes else notes

    def _like(self, shape, notes):
        """The notes of the structure it is like, as far as they are about members that this one has."""
        like = notes["like"]
        operation = self._overlay["operations"].get(like, {})
        other = self._overlay["structures"].get(like) or operation.get("answer")
        if other is None:
            raise SystemExit(f"client.json: {shape.name} is like {like}, which is not named")
        known = {member.name for member in shape.members}
        merged = {"name": like, **other, "like": like}
        for part in ("order", "optional"):
            merged[part] = [name for name in merged.get(part, []) if name in known]
        for part in ("members", "comments"):
            merged[part] = {name: text for name, text in merged.get(part, {}).items() if name in known}
        return merged

    def _reached(self):
        """Structures that requests and answers reach without what the overlay leaves out, parts before their whole."""
        found = []
        names = set()

        def visit(shape):
            if shape is None or shape.name in names or shape.name == ATTRIBUTE_VALUE or shape.is_attribute_map():
                return
            if shape.type == "structure":
                names.add(shape.name)
            for member in shape.members:
                if member.name not in self._overlay["without"]:
                    visit(member.shape)
            visit(shape.element)
            if shape.type == "structure":
                found.append(shape)

        for operation in self._model.operations:
            visit(operation.request)
            visit(operation.response)
        return found

    def _enums(self):
        found = {}
        for shape in self._model.request_shapes:
            if shape.enum and shape.name not in found:
                found[shape.name] = ClientEnum(shape, self._overlay["enums"].get(shape.name, {}))
        return found

    def _is_spelled(self, shape, holder):
        return shape.enum and holder.name not in self._answers

    def type_name(self, shape):
        """Of a structure that programs see."""
        return self._notes(shape).get("name", shape.name)

    def _cpp_type(self, shape, holder):
        if shape.name in self._overlay["types"]:
            return self._overlay["types"][shape.name]
        if shape.is_attribute_map():
            return "Item"
        if shape.name == ATTRIBUTE_VALUE:
            return "Value"
        if shape.type == "list":
            return f"std::vector<{self._cpp_type(shape.element, holder)}>"
        if shape.type == "map":
            return f"std::map<std::string, {self._cpp_type(shape.element, holder)}>"
        if shape.type == "structure":
            return self._structure_type(shape)
        if self._is_spelled(shape, holder):
            return self.enums[shape.name].name
        plain = {"boolean": "bool", "double": "double", "timestamp": "double", "integer": "std::int64_t",
                 "long": "std::int64_t"}
        return plain.get(shape.type, "std::string")

    def _structure_type(self, shape):
        wrapped = self._wrapped(shape)
        if wrapped is None:
            return self.type_name(shape)
        inner = self._cpp_type(wrapped.shape, shape)
        return f"std::optional<{inner}>" if wrapped.name in self._notes(shape).get("optional", []) else inner

    def _wrapped(self, shape):
        name = self._notes(shape).get("wrapper")
        return next((m for m in shape.members if m.name == name), None) if name else None

    def _structure(self, shape):
        notes = self._notes(shape)
        if unknown := set(notes) - NOTES:
            raise SystemExit(f"client.json: {shape.name}: unknown notes {sorted(unknown)}")
        structure = ClientStructure(self.type_name(shape), shape)
        structure.about = notes.get("about")
        if "variant" in notes:
            by_name = {member.name: member for member in shape.members}
            if sorted(by_name) != sorted(notes["variant"]):
                raise SystemExit(f"client.json: {shape.name}: the alternatives are {sorted(by_name)}")
            structure.alternatives = [self._alternative(by_name[name], shape) for name in notes["variant"]]
        else:
            structure.members = self._members(shape, notes)
            structure.declared = self._declared(structure.members, notes)
        self._made[shape.name] = structure
        self.structures.append(structure)

    def _members(self, shape, notes):
        kept = {m.name: m for m in shape.members if m.name not in self._overlay["without"]}
        listed = notes.get("order", [])
        named = listed + [n for k in ("optional", "flat") for n in notes.get(k, [])] + list(notes.get("unless", {}))
        if unknown := [name for name in named if name not in kept]:
            raise SystemExit(f"client.json: {shape.name} has no members {unknown}")
        members = []
        for name in listed + sorted(name for name in kept if name not in listed):
            member = self._member(kept[name], shape, notes)
            members += self._flat(member, notes) if name in notes.get("flat", []) else [member]
        return members

    def _flat(self, outer, notes):
        """The members of a structure that stand in the one around it."""
        inner = self._members(outer.shape, self._notes(outer.shape))
        for member in inner:
            member.outer = outer
            if member.wire in notes.get("default", {}):
                member.default = " = true" if notes["default"][member.wire] else " = false"
        return inner

    def _name(self, member, notes):
        for group in notes.get("group", {}).items():
            if member.name in group[1]["members"]:
                return f"{group[0]}.{group[1]['members'][member.name]}"
        own = notes.get("members", {}).get(member.name)
        return own or self._overlay["members"].get(member.name) or member.cpp_name

    def _member(self, member, shape, notes):
        made = ClientMember(member, self._name(member, notes))
        made.comment = notes.get("comments", {}).get(member.name)
        made.type = self._cpp_type(member.shape, shape)
        made.spelled = bool(self._is_spelled(member.shape, shape))
        element = member.shape.element
        if member.shape.type == "list" and element.type == "structure" and self._wrapped(element):
            made.wrapper = self._wrapped(element)
        self._presence(made, member, shape, notes)
        return made

    def _alternative(self, member, shape):
        made = ClientMember(member, None)
        made.type = self._cpp_type(member.shape, shape)
        return made

    def _presence(self, made, member, shape, notes):
        unless = {**self._overlay["unless"], **notes.get("unless", {})}
        is_text = member.shape.type in ("string", "blob") and not made.spelled
        holds_many = member.shape.type in ("list", "map")
        answered_only = shape.name not in self._requests
        made.default = " = {}"
        if member.name in unless:
            made.sent, made.unless = "unless", unless[member.name]
            made.default = " = true" if made.unless else " = false"
        elif is_text or holds_many:
            self._container(made, member, holds_many, notes)
        elif made.spelled and self.enums[member.shape.name].absent:
            made.default = f" = {made.type}::{self.enums[member.shape.name].absent}"
        elif member.required and not (answered_only and member.shape.type == "timestamp"):
            made.sent = "always"
            made.default = {"bool": " = false", "std::int64_t": " = 0", "double": " = 0"}.get(made.type)
            if made.spelled:
                made.default = " = {}"
        elif answered_only and member.shape.type in ("boolean", "integer", "long", "double"):
            made.sent = "plain"
            made.default = " = false" if made.type == "bool" else " = 0"
        else:
            made.type = f"std::optional<{made.type}>"

    def _container(self, made, member, holds_many, notes):
        if member.name in notes.get("optional", []):
            made.type = f"std::optional<{made.type}>"
        elif member.required:
            made.default = None
            made.sent = "always" if holds_many else "any"

    def _declared(self, members, notes):
        declared = []
        groups = notes.get("group", {})
        for member in members:
            group = member.name.split(".")[0] if "." in member.name else None
            if group is None:
                declared.append((member.type, member.name, member.default, member.comment))
            elif all(name != group for _, name, _, _ in declared):
                declared.append((groups[group]["type"], group, " = {}", None))
        return declared

    def _operation(self, operation):
        answer = self._made[operation.response.name]
        name = self._tops[operation.response.name].get("only")
        only = None
        if name:
            only = next((m for m in answer.members if m.wire == name), None)
            if only is None:
                raise SystemExit(f"client.json: the answer to {operation.name} has no member {name}")
            only.structure_type = self._structure_type(only.shape)
        return ClientOperation(operation, self._made[operation.request.name], answer, only)

    def result_type(self, operation):
        return operation.only.structure_type if operation.only else operation.answer.name

    def _check(self):
        """A misspelt entry would silently do nothing."""
        shapes = {shape.name: shape for shape in self._model.all_shapes()}
        members = {m.name for shape in shapes.values() for m in shape.members}
        for name in list(self._overlay["members"]) + self._overlay["without"] + list(self._overlay["unless"]):
            if name not in members:
                raise SystemExit(f"client.json: nothing has a member {name}")
        for name in self._overlay["structures"]:
            if name not in self._made:
                raise SystemExit(f"client.json: no request or answer has a {name}")
        for name in self._overlay["enums"]:
            if name not in self.enums:
                raise SystemExit(f"client.json: no request has an enum {name}")
        built = {operation.name for operation in self._model.operations}
        for name in self._overlay["operations"]:
            if name not in built:
                raise SystemExit(f"client.json: {name} is not built")
        self._check_notes()
        self._check_types()

    def _check_notes(self):
        for structure in self.structures:
            notes = self._notes(structure.shape)
            known = {member.name for member in structure.shape.members}
            for part in ("members", "comments"):
                if unknown := set(notes.get(part, {})) - known:
                    raise SystemExit(f"client.json: {structure.shape.name} has no members {sorted(unknown)}")

    def _check_types(self):
        """A type is declared once; a structure that is like another has no members of its own."""
        declared = {}
        for structure in self.types():
            if structure.name in declared:
                raise SystemExit(f"client.json: {structure.name} is the name of two structures")
            declared[structure.name] = {(kind, name) for kind, name, _, _ in structure.declared}
        for structure in self.structures:
            notes = self._notes(structure.shape)
            if "like" in notes:
                own = {(kind, name) for kind, name, _, _ in structure.declared}
                if more := own - declared[structure.name]:
                    raise SystemExit(f"client.json: {structure.shape.name} is not like {notes['like']}: {sorted(more)}")
