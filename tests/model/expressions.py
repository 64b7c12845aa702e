"""Conditions, updates and projections as trees: written out as expression text, and evaluated naively.

The program generator makes the trees, so the model needs no parser. Forms:

    path        ("name", "key" or index, ...)
    operand     ("path", path) | ("value", attribute value) | ("size", path)
    condition   ("compare", op, operand, operand) | ("between", operand, low, high) | ("in", operand, operands)
                | ("exists", path) | ("missing", path) | ("type", path, name) | ("begins", path, operand) | ("contains", path, operand)
                | ("and", c, c) | ("or", c, c) | ("not", c)
    action      ("SET", path, new) | ("REMOVE", path) | ("ADD", path, attribute value) | ("DELETE", path, attribute value)
    new         operand | ("+", operand, operand) | ("-", operand, operand) | ("if_not_exists", path, operand) | ("list_append", operand, operand)
"""

import copy
import operator

from values import (
    EXACT, SCALARS, SETS, invalid, kind, number, number_value, ordered, scalar_bytes, stored, stored_set, value_size)

COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


class Placeholders:
    """The names and values that the expressions of one request share."""

    def __init__(self):
        self.names, self.values = {}, {}

    def name(self, name):
        return self.names.setdefault(name, f"#n{len(self.names)}")

    def value(self, value):
        self.values[f":v{len(self.values)}"] = value
        return f":v{len(self.values) - 1}"

    def into(self, request):
        if self.names:
            request["ExpressionAttributeNames"] = {placeholder: name for name, placeholder in self.names.items()}
        if self.values:
            request["ExpressionAttributeValues"] = dict(self.values)


# --- Texts ---

def path_text(path, places):
    text = places.name(path[0])
    for step in path[1:]:
        text += f"[{step}]" if isinstance(step, int) else "." + places.name(step)
    return text


def operand_text(operand, places):
    if operand[0] == "value":
        return places.value(operand[1])
    text = path_text(operand[1], places)
    return f"size({text})" if operand[0] == "size" else text


def condition_text(tree, places):
    form = tree[0]
    if form in ("and", "or"):
        return f"({condition_text(tree[1], places)}) {form.upper()} ({condition_text(tree[2], places)})"
    if form == "not":
        return f"NOT ({condition_text(tree[1], places)})"
    if form == "compare":
        return f"{operand_text(tree[2], places)} {tree[1]} {operand_text(tree[3], places)}"
    if form == "between":
        return "{} BETWEEN {} AND {}".format(*(operand_text(each, places) for each in tree[1:]))
    if form == "in":
        return f"{operand_text(tree[1], places)} IN ({', '.join(operand_text(each, places) for each in tree[2])})"
    if form in ("exists", "missing"):
        return f"attribute_{'exists' if form == 'exists' else 'not_exists'}({path_text(tree[1], places)})"
    if form == "type":
        return f"attribute_type({path_text(tree[1], places)}, {places.value({'S': tree[2]})})"
    function = {"begins": "begins_with", "contains": "contains"}[form]
    return f"{function}({path_text(tree[1], places)}, {operand_text(tree[2], places)})"


def new_text(new, places):
    if new[0] in ("+", "-"):
        return f"{operand_text(new[1], places)} {new[0]} {operand_text(new[2], places)}"
    if new[0] == "if_not_exists":
        return f"if_not_exists({path_text(new[1], places)}, {operand_text(new[2], places)})"
    if new[0] == "list_append":
        return f"list_append({operand_text(new[1], places)}, {operand_text(new[2], places)})"
    return operand_text(new, places)


def update_text(actions, places):
    clauses = []
    for clause in ("SET", "REMOVE", "ADD", "DELETE"):
        parts = []
        for action in actions:
            if action[0] != clause:
                continue
            target = path_text(action[1], places)
            if clause == "SET":
                parts.append(f"{target} = {new_text(action[2], places)}")
            elif clause == "REMOVE":
                parts.append(target)
            else:
                parts.append(f"{target} {places.value(action[2])}")
        if parts:
            clauses.append(f"{clause} {', '.join(parts)}")
    return " ".join(clauses)


def projection_text(paths, places):
    return ", ".join(path_text(path, places) for path in paths)


# --- Conditions ---

def conditions_in(tree):
    """Returns the predicates of a condition."""
    if tree[0] in ("and", "or"):
        yield from conditions_in(tree[1])
        yield from conditions_in(tree[2])
    elif tree[0] == "not":
        yield from conditions_in(tree[1])
    else:
        yield tree


def paths_in(tree):
    for predicate in conditions_in(tree):
        for part in predicate[1:]:
            if isinstance(part, tuple) and part and part[0] in ("path", "size"):
                yield part[1]
            elif isinstance(part, tuple) and part and part[0] != "value":
                yield part


def check_literals(tree):
    """Returns literals that are no valid value, such as sets with a member twice."""
    if isinstance(tree, dict):
        stored(tree)
    elif isinstance(tree, (tuple, list)):
        for part in tree:
            check_literals(part)


def check_condition(tree):
    """Returns a condition's error that does not depend on the item."""
    check_literals(tree)
    for predicate in conditions_in(tree):
        form = predicate[0]
        literals = [part[1] for part in predicate[1:] if isinstance(part, tuple) and part[0] == "value"]
        if form == "compare":
            if predicate[2] == predicate[3] and predicate[2][0] != "value":
                raise invalid()
            if predicate[1] in COMPARE and any(kind(each) not in SCALARS for each in literals):
                raise invalid()
        elif form == "between":
            low, high = predicate[2][1], predicate[3][1]
            if kind(low) not in SCALARS or kind(low) != kind(high) or ordered(low) > ordered(high):
                raise invalid()
        elif form == "begins":
            if any(kind(each) not in ("S", "B") for each in literals) or predicate[2] == ("path", predicate[1]):
                raise invalid()
        elif form == "contains" and predicate[2] == ("path", predicate[1]):
            raise invalid()


def at(item, path):
    """Returns the value at a path, or None."""
    value = item.get(path[0])
    for step in path[1:]:
        if value is None:
            return None
        if isinstance(step, int):
            value = value["L"][step] if "L" in value and step < len(value["L"]) else None
        else:
            value = value["M"].get(step) if "M" in value else None
    return value


class Sizeless(Exception):
    """The condition asked for the size of a value without one: the predicate is false, even with <>."""


def size_of(value):
    if value is None:
        return None
    if kind(value) in ("N", "BOOL", "NULL"):
        raise Sizeless
    if "S" in value:
        return {"N": str(len(value["S"].encode("utf-16-le")) // 2)}
    if "B" in value:
        return {"N": str(len(scalar_bytes(value)))}
    return {"N": str(len(value[kind(value)]))}


def operand_value(operand, item):
    if operand[0] == "value":
        return stored(operand[1])
    value = at(item, operand[1])
    return size_of(value) if operand[0] == "size" else value


def compared(op, left, right):
    if op == "=":
        return left is not None and left == right
    if op == "<>":
        return left is None or left != right
    if left is None or right is None or kind(left) != kind(right) or kind(left) not in SCALARS:
        return False
    return COMPARE[op](ordered(left), ordered(right))


def contains(held, wanted):
    if held is None or wanted is None:
        return False
    if kind(held) in ("S", "B"):
        return kind(wanted) == kind(held) and scalar_bytes(wanted) in scalar_bytes(held)
    if kind(held) in SETS:
        return kind(wanted) == kind(held)[0] and wanted[kind(wanted)] in held[kind(held)]
    return "L" in held and wanted in held["L"]


def holds(tree, item):
    form = tree[0]
    if form == "and":
        return holds(tree[1], item) and holds(tree[2], item)
    if form == "or":
        return holds(tree[1], item) or holds(tree[2], item)
    if form == "not":
        return not holds(tree[1], item)
    try:
        return predicate_holds(tree, item)
    except Sizeless:
        return False


def predicate_holds(tree, item):
    form = tree[0]
    if form == "exists":
        return at(item, tree[1]) is not None
    if form == "missing":
        return at(item, tree[1]) is None
    if form == "type":
        value = at(item, tree[1])
        return value is not None and kind(value) == tree[2]
    if form == "contains":
        return contains(at(item, tree[1]), operand_value(tree[2], item))
    if form == "begins":
        held, prefix = at(item, tree[1]), operand_value(tree[2], item)
        if held is None or prefix is None or kind(held) != kind(prefix) or kind(held) not in ("S", "B"):
            return False
        return scalar_bytes(held).startswith(scalar_bytes(prefix))
    if form == "compare":
        return compared(tree[1], operand_value(tree[2], item), operand_value(tree[3], item))
    left = operand_value(tree[1], item)
    if form == "in":
        return any(compared("=", left, operand_value(each, item)) for each in tree[2])
    low, high = operand_value(tree[2], item), operand_value(tree[3], item)
    return compared(">=", left, low) and compared("<=", left, high)


# --- Projections ---

def tree_of(paths):
    """Returns nested dicts of steps with leaves None. Raises Refused when two paths overlap, or use one place as both
    list and map.
    """
    root = {}
    for path in paths:
        node = root
        for position, step in enumerate(path):
            if any(isinstance(other, int) != isinstance(step, int) for other in node):
                raise invalid()
            last = position == len(path) - 1
            if step in node and (last or node[step] is None):
                raise invalid()
            node = node.setdefault(step, None if last else {})
    return root


def picked(item, paths):
    found = {}
    for name, below in tree_of(paths).items():
        value = picked_value(item.get(name), below)
        if value is not None:
            found[name] = value
    return found


def picked_value(value, below):
    if value is None or below is None:
        return value
    if isinstance(next(iter(below)), int):
        if "L" not in value:
            return None
        parts = [picked_value(at({"": value}, ("", step)), below[step]) for step in sorted(below)]
        parts = [part for part in parts if part is not None]
        return {"L": parts} if parts else None
    if "M" not in value:
        return None
    members = {step: picked_value(value["M"].get(step), below[step]) for step in below}
    members = {step: part for step, part in members.items() if part is not None}
    return {"M": members} if members else None


# --- Updates ---

def new_value(new, item):
    form = new[0]
    if form in ("+", "-"):
        left, right = present(new[1], item), present(new[2], item)
        if "N" not in left or "N" not in right:
            raise invalid()
        sides = number(left["N"]), number(right["N"])
        return number_value(EXACT.add(*sides) if form == "+" else EXACT.subtract(*sides))
    if form == "if_not_exists":
        value = at(item, new[1])
        return value if value is not None else present(new[2], item)
    if form == "list_append":
        left, right = present(new[1], item), present(new[2], item)
        if "L" not in left or "L" not in right:
            raise invalid()
        return {"L": left["L"] + right["L"]}
    return present(new, item)


def present(operand, item):
    value = operand_value(operand, item)
    if value is None:
        raise invalid()
    return value


def check_update(actions):
    """Returns an update's error that does not depend on the item."""
    check_literals(actions)
    tree_of([action[1] for action in actions])
    for action in actions:
        if action[0] == "ADD" and kind(action[2]) not in ("N", *SETS):
            raise invalid()
        if action[0] == "DELETE" and kind(action[2]) not in SETS:
            raise invalid()
        if action[0] == "SET":
            check_new(action[2])


def update_charge(actions):
    """Returns the bytes that an update is charged for before its item is read (src/expr/update_charge.cc)."""
    charge = 3
    for action in actions:
        target = path_bytes(action[1]) + 4 * (len(action[1]) - 1)
        if action[0] == "SET":
            charge += 19 + target + new_charge(action[2])
        elif action[0] == "ADD":
            charge += 19 + target + value_size(stored(action[2]))
        else:
            charge += 1 + target
    return charge


def new_charge(new):
    if new[0] in ("+", "-", "list_append"):
        return {"+": 34, "-": 37, "list_append": 37}[new[0]] + sum(new_charge(part) for part in new[1:])
    if new[0] == "if_not_exists":
        return 39 + new_charge(("path", new[1])) + new_charge(new[2])
    if new[0] == "value":
        return value_size(stored(new[1]))
    return 1 + 14 * len(new[1]) + path_bytes(new[1])


def path_bytes(path):
    return sum(len(str(step).encode()) for step in path)


def check_new(new):
    literals = [part[1] for part in new[1:] if isinstance(part, tuple) and part and part[0] == "value"]
    if new[0] in ("+", "-") and any(kind(each) != "N" for each in literals):
        raise invalid()
    if new[0] == "list_append" and any(kind(each) != "L" for each in literals):
        raise invalid()


REMOVED = object()


def effect_of(action, item):
    """Returns an action's result at its path: a value, REMOVED, or None for no change."""
    if action[0] == "SET":
        return new_value(action[2], item)
    if action[0] == "REMOVE":
        return REMOVED
    old, given = at(item, action[1]), stored(action[2])
    if old is None:
        return given if action[0] == "ADD" else None
    if kind(old) != kind(given):
        raise invalid()
    if "N" in given:
        return number_value(EXACT.add(number(old["N"]), number(given["N"])))
    members = set(old[kind(old)])
    if action[0] == "ADD":
        return stored_set(kind(old), sorted(members | set(given[kind(given)])))
    left = members - set(given[kind(given)])
    return {kind(old): sorted(left)} if left else REMOVED


def updated(old, key, actions):
    """Returns the item after an update, or None if there was none and none is created. `old` is None for a missing
    item, of which an update sees the key.
    """
    if old is None and actions and all(action[0] in ("REMOVE", "DELETE") for action in actions):
        return None
    before = old if old is not None else key
    effects = {}
    for action in actions:
        if old is None and action[0] == "REMOVE":
            continue
        parent = action[1][:-1]
        if parent:
            holder = at(before, parent)
            wanted = "L" if isinstance(action[1][-1], int) else "M"
            if holder is None or wanted not in holder:
                raise invalid()
        effect = effect_of(action, before)
        if effect is not None:
            effects[action[1]] = effect
    return applied({"M": copy.deepcopy(old if old is not None else key)}, (), effects)["M"]


def applied(value, where, effects):
    """Returns `value`, which lies at `where`, with the effects at and below it."""
    if where in effects:
        return effects[where]
    below = sorted({path[len(where)] for path in effects if path[:len(where)] == where}, key=str)
    if not below:
        return value
    if isinstance(below[0], int):
        return applied_to_list(value, where, effects, sorted(below))
    members = dict(value["M"])
    for step in below:
        member = applied(members.get(step), where + (step,), effects)
        if member is REMOVED:
            members.pop(step, None)
        else:
            members[step] = member
    return {"M": members}


def applied_to_list(value, where, effects, steps):
    elements, appended = list(value["L"]), []
    for step in steps:
        inside = step < len(value["L"])
        element = applied(elements[step] if inside else None, where + (step,), effects)
        if inside:
            elements[step] = element
        elif element is not REMOVED:
            appended.append(element)
    return {"L": [each for each in elements if each is not REMOVED] + appended}
