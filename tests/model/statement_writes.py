"""Writes in two dialects: a classic request, and a statement that must do the same.

A write of a program seldom means the same in both dialects, so both get a changed one:

- An INSERT is a PutItem of an item that must not exist.
- An UPDATE is an UpdateItem of an item that must exist, without the actions that PartiQL lacks.
- A DELETE is a DeleteItem whose condition holds for a missing item, too.
- An EXISTS is a ConditionCheck of an item that must exist.
"""

import dataclasses
import json
import random

from expressions import Placeholders, condition_text, conditions_in, new_text, path_text, update_text
from program import Step, wrong_key_type
from statements import Parameters
from transaction_program import action_request
from values import Refused, arranged_item, stored_item

LITERAL_CHARACTERS_MAX = 200
RETURNING = {"ALL_OLD": "ALL OLD", "ALL_NEW": "ALL NEW", "UPDATED_OLD": "MODIFIED OLD", "UPDATED_NEW": "MODIFIED NEW"}


@dataclasses.dataclass
class Twin:
    """One write in two dialects: the classic step, and the request that runs its statement."""
    classic: Step
    statement: dict
    inserts: bool = False


class Literals(Parameters):
    """Writes some values into the text. `chance` decides which; a value without a literal form stays a parameter."""

    def __init__(self, chance):
        super().__init__()
        self.chance = chance

    def value(self, value):
        text = literal_text(value) if self.chance.random() < 0.4 else None
        return text if text is not None and len(text) <= LITERAL_CHARACTERS_MAX else super().value(value)


def literal_text(value):
    """Returns a value as a literal, or None for a value that has none."""
    type_, held = next(iter(value.items()))
    if type_ == "S":
        return "'" + held.replace("'", "''") + "'" if "\x00" not in held else None
    if type_ == "N":
        return held
    if type_ in ("BOOL", "NULL"):
        return "null" if type_ == "NULL" else str(held).lower()
    if type_ == "L":
        parts = [literal_text(each) for each in held]
        return None if None in parts else f"[{', '.join(parts)}]"
    if type_ == "M":
        parts = [(literal_text({"S": name}), literal_text(each)) for name, each in held.items()]
        return None if any(text is None for _, text in parts) else "{" + ", ".join(f"{name}: {text}" for name, text in parts) + "}"
    if type_ in ("SS", "NS"):
        parts = [literal_text({type_[0]: each}) for each in held]
        return None if None in parts else f"<<{', '.join(parts)}>>"
    return None


def chance_of(given):
    """Returns the same random choices each time for the same write, so that a shortened program has the same texts."""
    return random.Random(json.dumps(given, sort_keys=True, default=str))


# --- What both dialects can say ---

def common_updates(actions, table):
    """Returns the actions that PartiQL has as well: it adds no numbers to missing attributes and has no if_not_exists.
    Values that no index key may have are left out. The facts do not record whether the condition is checked first.
    """
    return [action for action in actions
            if not (action[0] == "ADD" and next(iter(action[2])) == "N" or action[0] == "SET" and action[2][0] == "if_not_exists"
                    or wrong_key_type({"types": table.types}, action))]


def common_condition(condition, key_names):
    """Returns the condition; None for one on the key: a statement with two conditions on one key is refused."""
    if condition is None or any(names_key(predicate, key_names) for predicate in conditions_in(condition)):
        return None
    return condition


def names_key(tree, key_names):
    """Whether a key attribute's name stands anywhere in a predicate."""
    return tree in key_names if isinstance(tree, str) else isinstance(tree, tuple) and any(names_key(part, key_names) for part in tree)


def required(form, condition, table):
    """Returns the condition that makes a classic write do what its statement does."""
    missing, exists = ("missing", (table.key_names[0],)), ("exists", (table.key_names[0],))
    if form == "Put":
        return missing
    if form == "Delete":
        return ("or", missing, condition) if condition else None
    return ("and", exists, condition) if condition else exists


# --- Statements ---

def where_text(key, condition, places):
    terms = [f"{path_text((name,), places)} = {places.value(value)}" for name, value in key.items()]
    terms += [f"({condition_text(condition, places)})"] if condition else []
    return f" WHERE {' AND '.join(terms)}" if terms else ""


def action_text(action, places):
    target = path_text(action[1], places)
    if action[0] == "REMOVE":
        return f"REMOVE {target}"
    if action[0] == "SET":
        return f"SET {target} = {new_text(action[2], places)}"
    function = "set_add" if action[0] == "ADD" else "set_delete"
    return f"SET {target} = {function}({target}, {places.value(action[2])})"


def statement_text(form, table_name, given, condition, updates, returning, places):
    if form == "Put":
        members = ", ".join(f"{literal_text({'S': name})}: {places.value(value)}" for name, value in given.items())
        return f'INSERT INTO "{table_name}" VALUE {{{members}}}'
    if form == "ConditionCheck":
        return f'EXISTS(SELECT * FROM "{table_name}"{where_text(given, condition, places)})'
    end = f" RETURNING {RETURNING[returning]} *" if returning in RETURNING else ""
    if form == "Delete":
        return f'DELETE FROM "{table_name}"{where_text(given, condition, places)}{end}'
    actions = " ".join(action_text(action, places) for action in updates)
    return f'UPDATE "{table_name}" {actions}{where_text(given, condition, places)}{end}'


def statement_request(form, table_name, given, condition=None, updates=(), returning=None):
    places = Literals(chance_of([form, table_name, given, condition, updates]))
    request = {"Statement": statement_text(form, table_name, given, condition, updates, returning, places)}
    return {**request, "Parameters": places.values} if places.values else request


# --- Single writes ---

FORMS = {"PutItem": "Put", "UpdateItem": "Update", "DeleteItem": "Delete"}


def twin_of(step, model):
    """Returns a PutItem, UpdateItem or DeleteItem in both dialects, or None."""
    form, meaning = FORMS.get(step.operation), step.meaning
    table = model.tables.get(meaning.get("table"))
    if form is None or table is None or meaning.get("fault") or form == "Put" and "condition" in meaning:
        return None
    given, updates = meaning["item" if form == "Put" else "key"], common_updates(meaning.get("actions", ()), table)
    condition = common_condition(meaning.get("condition"), table.key_names)
    if form == "Update" and not updates or condition is None and "condition" in meaning:
        return None
    returning = meaning.get("return") if form != "Put" else None
    same = {name: meaning[name] for name in ("table", "item", "key", "capacity") if name in meaning}
    if form == "Update":
        same["actions"] = updates
    if returning:
        same["return"] = returning
    if meaning.get("item on failure") and form != "Put":
        same["item on failure"] = True
    needed = required(form, condition, table)
    if needed:
        same["condition"] = needed
    request = statement_request(form, table.name, given, condition, updates, returning)
    if "capacity" in same:
        request["ReturnConsumedCapacity"] = same["capacity"]
    if "item on failure" in same:
        request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
    return Twin(Step(step.operation, classic_request(form, same), same), request, form == "Put")


def classic_request(form, meaning):
    places = Placeholders()
    request = {"TableName": meaning["table"], "Item" if form == "Put" else "Key": meaning["item" if form == "Put" else "key"]}
    if form == "Update":
        request["UpdateExpression"] = update_text(meaning["actions"], places)
    if "condition" in meaning:
        request["ConditionExpression"] = condition_text(meaning["condition"], places)
    if "item on failure" in meaning:
        request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
    for member, name in (("ReturnValues", "return"), ("ReturnConsumedCapacity", "capacity")):
        if name in meaning:
            request[member] = meaning[name]
    places.into(request)
    return request


def expected_of(twin, classic):
    """Returns the answer to the statement, from the model's answer to the classic request."""
    if classic[0] != 200:
        if twin.inserts and classic[1] == "ConditionalCheckFailedException":
            return (400, "DuplicateItemException", None)
        return classic
    body = {"Items": [classic[1]["Attributes"]] if classic[1].get("Attributes") else []}
    if "ConsumedCapacity" in classic[1]:
        body["ConsumedCapacity"] = classic[1]["ConsumedCapacity"]
    return (200, body)


# --- Batches ---

SLOT_CODES = {"ConditionalCheckFailedException": "ConditionalCheckFailed", "DuplicateItemException": "DuplicateItem",
              "ValidationException": "ValidationError"}


def slot_of(twin, classic):
    """Returns the slot of a batch's member. `classic`: the model's answer to the member alone."""
    expected = expected_of(twin, classic)
    if expected[0] != 200:
        return {"Error": SLOT_CODES[expected[1]]}
    items = expected[1]["Items"]
    return {"TableName": twin.classic.meaning["table"], **({"Item": items[0]} if items else {})}


def comparable_slot(slot):
    if "Error" in slot:
        return {"Error": slot["Error"]["Code"]} if set(slot["Error"]) == {"Code", "Message"} else slot
    return {**slot, "Item": arranged_item(slot["Item"])} if "Item" in slot else slot


# --- Transactions ---

def transaction_twin(step, model):
    """Returns a TransactWriteItems in both dialects, or None."""
    classic, statements = [], []
    for part in step.meaning["actions"]:
        table = model.tables.get(part["table"])
        if table is None or part.get("fault"):
            return None
        form, updates = part["form"], common_updates(part.get("updates", ()), table)
        condition = common_condition(part.get("condition"), table.key_names) if form != "Put" else None
        if form == "Update" and not updates or form == "ConditionCheck" and condition is None:
            return None
        if form != "Put" and set(part["given"]) != set(table.key_names):
            return None  # a key of other attributes is no statement of the same meaning
        same = {name: part[name] for name in ("form", "table", "given") if name in part}
        request = statement_request(form, table.name, part["given"], condition, updates)
        if form == "Update":
            same["updates"] = updates
        if needed := required(form, condition, table):
            same["condition"] = needed
        if "on failure" in part and form != "Put":
            same["on failure"] = request["ReturnValuesOnConditionCheckFailure"] = part["on failure"]
        classic.append(same)
        statements.append(request)
    meaning = {**step.meaning, "actions": classic}
    rest = {name: value for name, value in step.request.items() if name != "TransactItems"}
    request = {**rest, "TransactItems": [{part["form"]: action_request(part)} for part in classic]}
    return Twin(Step(step.operation, request, meaning), {**rest, "TransactStatements": statements})


def fits(twin, model):
    """Whether every key and new item of a transaction fits its table. Otherwise the dialects may answer with different codes."""
    for part in twin.classic.meaning["actions"]:
        table, given = model.tables[part["table"]], part["given"]
        try:
            table.identity_of(stored_item(given))
            table.check_image(stored_item(given))
        except Refused:
            return False
    return True


def expected_of_transaction(twin, classic):
    if classic[0] == 200:
        return (200, {"Responses": [], **classic[1]})
    if classic[1] != "TransactionCanceledException":
        return classic
    parts = twin.classic.meaning["actions"]
    return (400, classic[1], [duplicate(reason) if part["form"] == "Put" else reason for part, reason in zip(parts, classic[2])])


def duplicate(reason):
    return {"Code": "DuplicateItem"} if reason["Code"] == "ConditionalCheckFailed" else reason
