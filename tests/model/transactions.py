"""Transactions over the plain dicts of tables.py: all actions are decided first; then all are applied, or none is."""

from expressions import check_condition, check_update, holds, picked, tree_of, updated
from tables import ITEM_BYTES_MAX, Database, add_units, read_units, refuse_faults, with_capacities
from values import Refused, invalid, item_size, stored_item

READS, WRITES = ("CapacityUnits", "ReadCapacityUnits"), ("CapacityUnits", "WriteCapacityUnits")
EMPTY = ({"S": ""}, {"B": ""})


def cancelled(reasons):
    """`reasons`: one for each action in order, None if the action did not fail."""
    return Refused("TransactionCanceledException", [reason or {"Code": "None"} for reason in reasons])


def cancelled_at(place, count):
    """An error that depends on the table or the stored item. It is reported alone."""
    return cancelled([{"Code": "ValidationError"} if each == place else None for each in range(count)])


def size(item):
    return item_size(item) if item is not None else 0


class Action:
    """One action of a transaction, and its steps."""

    def __init__(self, meaning):
        """Raises Refused for an error that does not depend on the table."""
        self.meaning, self.form, self.condition = meaning, meaning["form"], meaning.get("condition")
        self.given = stored_item(meaning["given"])
        if self.form == "Update":
            check_update(meaning["updates"])
        if self.condition:
            check_condition(self.condition)
        refuse_faults(meaning)
        if self.form == "Put" and item_size(self.given) > ITEM_BYTES_MAX:
            raise invalid()

    def locate(self, table):
        """Raises Refused if the action does not fit the table."""
        self.table = table
        self.identity = table.identity_of(self.given) if self.form == "Put" else table.identity(self.given)
        if self.form == "Put":
            table.check_index_keys(self.given)

    def decide(self):
        """Returns the reason of its failed condition, or None. Raises Refused for an error that depends on the stored
        item.
        """
        self.old = self.new = self.table.items.get(self.identity)
        if self.condition and not holds(self.condition, self.old or {}):
            shown = self.old is not None and self.meaning.get("on failure") == "ALL_OLD"
            return {"Code": "ConditionalCheckFailed", **({"Item": self.old} if shown else {})}
        if self.form != "ConditionCheck":
            self.new = self.image()
            self.table.check_image(self.new)
        return None

    def image(self):
        """Returns the item after the action."""
        if self.form == "Update":
            return updated(self.old, self.given, self.meaning["updates"])
        return self.given if self.form == "Put" else None

    def apply(self):
        """Returns the cost: twice on the table, once on indexes; a check costs the same as a write of the stored item."""
        units = (self.table.cost if self.form == "ConditionCheck" else self.table.write)(self.old, self.new)
        return {place: amount * (2 if place is None else 1) for place, amount in units.items()}

    def replay_units(self):
        return {None: 2 * read_units(max(size(self.old), size(self.new)), True)}


class TransactionalDatabase(Database):
    def __init__(self):
        super().__init__()
        self.tokens = {}  # token: its actions, and the cost of a replay

    def TransactWriteItems(self, meaning):
        actions = [Action(each) for each in meaning["actions"]]
        self.place(actions)
        token = meaning.get("token")
        if token in self.tokens:
            same, capacity = self.tokens[token]
            if same != meaning["actions"]:
                raise Refused("IdempotentParameterMismatchException")
            return with_capacities(meaning, {}, capacity, READS)
        self.decide(actions)
        capacity, replay = {}, {}
        for action in actions:
            add_units(capacity, action.table, action.apply())
            add_units(replay, action.table, action.replay_units())
        if token is not None:
            self.tokens[token] = (meaning["actions"], replay)
        return with_capacities(meaning, {}, capacity, WRITES)

    def TransactGetItems(self, meaning):
        gets = [Get(each) for each in meaning["gets"]]
        self.place(gets)
        responses, capacity = [], {}
        for get in gets:
            item = get.table.items.get(get.identity)
            add_units(capacity, get.table, {None: 2 * read_units(size(item), True)})
            responses.append(get.response(item))
        return with_capacities(meaning, {"Responses": responses}, capacity, READS)

    def place(self, actions):
        """Finds the table and the key of every action. Request errors come before cancellation reasons."""
        tables = [self.table(action.meaning["table"]) for action in actions]
        for table, action in zip(tables, actions):
            if any(action.given.get(name) in EMPTY for name in table.key_names):
                raise invalid()
        misfit, seen = None, []
        for place, (action, table) in enumerate(zip(actions, tables)):
            try:
                action.locate(table)
                seen.append((table.name, action.identity))
            except Refused:
                misfit = place if misfit is None else misfit
        if len(set(seen)) != len(seen):
            raise invalid()
        if misfit is not None:
            raise cancelled_at(misfit, len(actions))

    def decide(self, actions):
        """All failed conditions are reported, unless an action is invalid: then that one alone."""
        reasons = []
        for place, action in enumerate(actions):
            try:
                reasons.append(action.decide())
            except Refused:
                raise cancelled_at(place, len(actions)) from None
        if any(reasons):
            raise cancelled(reasons)


class Get:
    def __init__(self, meaning):
        self.meaning, self.projection = meaning, meaning.get("projection")
        self.given = stored_item(meaning["given"])
        if self.projection:
            tree_of(self.projection)
        refuse_faults(meaning)

    def locate(self, table):
        self.table, self.identity = table, table.identity(self.given)

    def response(self, item):
        """An item without any requested attribute looks like a missing item."""
        shown = picked(item, self.projection) if item is not None and self.projection else item
        return {"Item": shown} if shown else {}
