"""Random programs with transactions.

Cases that the documentation leaves open are avoided, here and below where a comment says so:

- The first error of a transaction with faults of two kinds; each transaction gets one kind.
- The item collections of a transaction: whether two items of one collection are listed once or twice.
- Updates of key attributes: whether they are an error of the request or cancel the transaction.
- Sets with a member twice, outside of expressions: the same question.
"""

from expressions import Placeholders, check_condition, check_update, condition_text, update_text
from program import KEY_ATTRIBUTES, PLAIN_ATTRIBUTES, Program, same_key, wrong_key_type
from tables import ITEM_BYTES_MAX
from values import Refused, invalid, item_size, stored_item

FORMS = {"Put": 4, "Update": 4, "Delete": 2, "ConditionCheck": 2}
ACTIONS_MAX = 6
READ_FAULTS = ["text", "nowhere", "duplicate", "empty", "misfit"]
WRITE_FAULTS = [*READ_FAULTS, "misfits", "index key", "oversize"]
OTHER = {"S": "other", "N": "7", "B": "b3RoZXI="}  # keys without an item
# Items are checked after keys. So the first of two faulty actions is known only if one kind of fault is possible.
HARMLESS = {"misfit", "misfits", "index key"}


class TransactionProgram(Program):
    def __init__(self, chance, prefix, large):
        super().__init__(chance, prefix, large)
        self.tokens, self.repeatable = 0, []

    def makers(self):
        return {**super().makers(), self.transact_write: 14, self.transact_get: 6, self.with_token: 4, self.repeated: 2}

    def recreate(self):
        self.repeatable = []  # the facts do not record the fate of a token whose tables are recreated
        return super().recreate()

    # --- Writes ---

    def transact_write(self):
        fault = self.chance.choice(WRITE_FAULTS) if self.likely(0.2) else None
        certain = self.likely(0.4)
        parts = self.parts(self.chance.randint(1, ACTIONS_MAX), certain or fault in HARMLESS, certain)
        self.spoil_parts(parts, fault)
        return self.writing_step([part for _, part in parts], {}, fault)

    def writing_step(self, parts, members, fault=None):
        requests = [action_request(part) for part in parts]
        if fault == "text":
            place = self.chance.randrange(len(parts))
            self.spoil_text(requests[place], parts[place])
        items = [{part["form"]: request} for part, request in zip(parts, requests)]
        meaning = {"actions": parts, **({"token": members["ClientRequestToken"]} if members else {})}
        return self.batch("TransactWriteItems", {"TransactItems": items, **members}, meaning)

    def parts(self, count, harmless, certain):
        """Returns actions on different items, with the specs of their tables. If `harmless`, no item makes an update
        fail. If certain, every condition holds.
        """
        made = []
        for _ in range(count):
            spec, form = self.chance.choice(self.specs), self.chance.choices(list(FORMS), FORMS.values())[0]
            given = self.sound_item(spec) if form == "Put" else self.sound_key(spec)
            if taken(made, spec, given):
                continue
            part = {"form": form, "table": spec["name"], "given": given}
            if form == "Update":
                part["updates"] = self.sound(lambda: self.updates(spec, harmless), check_update, certain)
            if form == "ConditionCheck" or self.likely(0.35):
                condition = self.sound(lambda: self.condition(PLAIN_ATTRIBUTES + KEY_ATTRIBUTES, 1), check_condition, certain)
                part["condition"] = ("or", condition, ("not", condition)) if certain or self.likely(0.3) else condition
            if self.likely(0.5):
                part["on failure"] = self.chance.choice(["ALL_OLD", "ALL_OLD", "NONE"])
            made.append((spec, part))
        return made

    def sound_key(self, spec):
        return {name: self.scalar(spec["types"][name], self.partitions if name == "k0" else self.sorts) for name in spec["hash"] + spec["range"]}

    def sound_item(self, spec):
        """Returns an item that a table of the spec accepts for all its indexes."""
        def check(item):
            if item_size(stored_item(item)) > ITEM_BYTES_MAX or any(name in item and not fits(spec, item, name) for name in KEY_ATTRIBUTES):
                raise invalid()

        return self.sound(lambda: {**self.item(spec), **self.sound_key(spec)}, check, True)

    def sound(self, make, check, always):
        """Returns a result of `make` that passes `check`; sometimes, unless `always`, one that fails."""
        while True:
            made = make()
            try:
                check(made)
            except Refused:
                if always or not self.likely(0.05):
                    continue
            return made

    def updates(self, spec, harmless):
        return [self.update(spec, harmless) for _ in range(self.chance.choice([1, 1, 2, 3]))]

    def update(self, spec, harmless):
        while True:
            action = self.action(spec)
            name = action[1][0]
            if name in spec["hash"] + spec["range"] or wrong_key_type(spec, action):
                continue
            if not harmless or len(action[1]) == 1 and (action[0] == "REMOVE" or action[0] == "SET" and action[2][0] == "value" and name != "z"):
                return action

    # --- Faults ---

    def spoil_parts(self, parts, fault):
        """`parts`: specs and actions; a Get counts as one."""
        spec, part = self.chance.choice(parts)
        if fault == "nowhere":
            part["table"] = f"{self.prefix}-none"
        elif fault == "duplicate":
            self.duplicate(parts, spec, part)
        elif fault == "empty":
            self.empty(spec, part)
        elif fault in ("misfit", "misfits"):
            for each in self.chance.sample(parts, min(len(parts), 2 if fault == "misfits" else 1)):
                self.misfit(*each)
        elif fault == "oversize" and part["form"] == "Put":
            part["given"]["z"] = {"S": "t" * (ITEM_BYTES_MAX + 1)}
        elif fault == "index key" and part["form"] == "Update" and "condition" not in part and not spec["later"]:
            # The facts do not record whether the type or the condition is checked first.
            name = self.chance.choice([name for name in KEY_ATTRIBUTES if name not in spec["hash"] + spec["range"]])
            part["updates"] = [("SET", (name,), ("value", self.other_type(spec, name)))]

    def duplicate(self, parts, spec, part):
        key = {name: part["given"][name] for name in spec["hash"] + spec["range"]}
        again = {"form": "Delete", "table": part["table"], "given": key} if part["form"] != "Get" else {**part, "given": key}
        parts.insert(self.chance.randint(0, len(parts)), (spec, again))

    def empty(self, spec, part):
        """Makes a key value empty. A number cannot be empty, and the facts do not record the error for text in its place."""
        names = [name for name in spec["hash"] + spec["range"] if spec["types"][name] != "N"]
        if names:
            name = self.chance.choice(names)
            part["given"][name] = {spec["types"][name]: ""}

    def misfit(self, spec, part):
        """Makes an action that its table refuses."""
        keys, given = spec["hash"] + spec["range"], part["given"]
        fault = self.chance.choice(["missing", "type", "extra", "index key"])
        if fault == "missing":
            del given[self.chance.choice(keys)]
        elif fault == "extra":
            given["extra"] = {"S": "a"}  # an item may have it
        elif fault == "index key" and part["form"] == "Put" and not spec["later"]:
            name = self.chance.choice([name for name in KEY_ATTRIBUTES if name not in keys])
            given[name] = self.other_type(spec, name)
        else:
            name = self.chance.choice(keys)
            given[name] = self.other_type(spec, name)

    def other_type(self, spec, name):
        return self.chance.choice([{"BOOL": True}, *(self.scalar(type_) for type_ in "SNB" if type_ != spec["types"][name])])

    # --- Tokens ---

    def with_token(self):
        """Returns a transaction without cancellation, and then its token again. The facts do not record three cases:
        the fate of a cancelled transaction's token, the cost of a replay after the items have changed, and whether
        the answer's options are part of the request.
        """
        parts = [part for _, part in self.parts(self.chance.randint(1, ACTIONS_MAX), True, True)]
        self.tokens += 1
        first = self.writing_step(parts, {"ClientRequestToken": f"{self.prefix}-{self.tokens}"})
        if "capacity" not in first.meaning:
            self.repeatable.append(first)
        steps = [first]
        for _ in range(self.chance.randint(1, 3)):
            steps.append(first if self.likely(0.6) else self.mismatched(first))
        return steps

    def mismatched(self, first):
        """Returns the token of a transaction with other actions."""
        parts = list(first.meaning["actions"])
        change = self.chance.choice(["less", "more", "other"])
        if change == "less" and len(parts) > 1:
            parts.pop(self.chance.randrange(len(parts)))
        elif change == "more":
            spec = self.chance.choice(self.specs)
            key = {name: {spec["types"][name]: OTHER[spec["types"][name]]} for name in spec["hash"] + spec["range"]}
            parts.insert(self.chance.randint(0, len(parts)), {"form": "Delete", "table": spec["name"], "given": key})
        else:
            place = self.chance.randrange(len(parts))
            parts[place] = {**parts[place], "condition": ("missing", ("other",))}
        return self.writing_step(parts, {"ClientRequestToken": first.meaning["token"]})

    def repeated(self):
        """Returns an earlier transaction again; its answer has no units."""
        return self.chance.choice(self.repeatable) if self.repeatable else []

    # --- Reads ---

    def transact_get(self):
        parts = []
        for _ in range(self.chance.randint(1, ACTIONS_MAX)):
            spec = self.chance.choice(self.specs)
            given = self.sound_key(spec)
            if not taken(parts, spec, given):
                parts.append((spec, {"form": "Get", "table": spec["name"], "given": given}))
        # At most one key does not fit: the rule about the first of several is documented for writes.
        fault = self.chance.choice(READ_FAULTS) if self.likely(0.2) else None
        self.spoil_parts(parts, fault)
        items = []
        for place, (_, part) in enumerate(parts):
            places, request = Placeholders(), {"TableName": part["table"], "Key": part["given"]}
            self.project(request, part, PLAIN_ATTRIBUTES + KEY_ATTRIBUTES, places)
            places.into(request)
            if fault == "text" and place == 0:
                self.spoil_text(request, part)
            items.append({"Get": request})
        return self.batch("TransactGetItems", {"TransactItems": items}, {"gets": [part for _, part in parts]})


def action_request(part):
    places = Placeholders()
    request = {"TableName": part["table"], "Item" if part["form"] == "Put" else "Key": part["given"]}
    if "updates" in part:
        request["UpdateExpression"] = update_text(part["updates"], places)
    if "condition" in part:
        request["ConditionExpression"] = condition_text(part["condition"], places)
    if "on failure" in part:
        request["ReturnValuesOnConditionCheckFailure"] = part["on failure"]
    places.into(request)
    return request


def taken(parts, spec, given):
    """Whether an action already uses that item."""
    return any(other is spec and same_key(spec, given, part["given"]) for other, part in parts)


def fits(spec, item, name):
    return next(iter(item[name])) == spec["types"][name]
