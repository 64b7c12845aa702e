"""Reads as PartiQL: a SELECT that must answer what the classic request answers, page for page and unit for unit."""

from expressions import condition_text, path_text
from values import arranged_item

READS = ("GetItem", "Query", "Scan")


class Parameters:
    """Writes names in quotes and values as parameters."""

    def __init__(self):
        self.values = []

    def name(self, name):
        return f'"{name}"'

    def value(self, value):
        self.values.append(value)
        return "?"


def statement_of(step, table):
    """Returns the request of ExecuteStatement for a read, or None if there is none with the same answer. `table` is the
    model's.
    """
    meaning = step.meaning
    if step.operation not in READS or set(meaning) & {"fault", "select", "start", "segment"}:
        return None
    found = table.index(meaning.get("index"))
    projection = meaning.get("projection", [])
    if found is None or len(found.hashes) > 1 or len(found.ranges) > 1 or any(len(path) > 1 for path in projection):
        return None
    whole_key = found.kind == "table" and {name for name, op, _ in meaning.get("keys", ()) if op == "="} == set(found.keys)
    if whole_key and "limit" in meaning:
        return None  # a SELECT of one item has one page, where a Query may promise another
    if step.operation == "Scan" and found.hashes[0] in str(meaning.get("filter")):
        return None  # a SELECT whose condition names the partition key may be a Query
    places = Parameters()
    conditions = [f"{path_text((name,), places)} = {places.value(value)}" for name, value in meaning.get("key", {}).items()]
    conditions += [key_text(condition, places) for condition in meaning.get("keys", ())]
    if "filter" in meaning:
        conditions.append(f"({condition_text(meaning['filter'], places)})")
    statement = f"SELECT {', '.join(path_text(path, places) for path in projection) or '*'} FROM \"{table.name}\""
    statement += f".\"{meaning['index']}\"" if meaning.get("index") else ""
    statement += f" WHERE {' AND '.join(conditions)}" if conditions else ""
    if meaning.get("backward"):
        # By the partition key alone, sort keys descend.
        statement += f' ORDER BY "{found.ranges[0]}" DESC' if found.ranges else f' ORDER BY "{found.hashes[0]}"'
    request = {"Statement": statement, "ConsistentRead": meaning["consistent"]}
    for member in ("Limit", "ReturnConsumedCapacity"):
        if member in step.request:
            request[member] = step.request[member]
    return {**request, "Parameters": places.values} if places.values else request


def key_text(condition, places):
    name, op, values = condition
    path = path_text((name,), places)
    texts = [places.value(value) for value in values]
    if op == "between":
        return f"{path} BETWEEN {texts[0]} AND {texts[1]}"
    return f"begins_with({path}, {texts[0]})" if op == "begins" else f"{path} {op} {texts[0]}"


def statement_answer(body):
    """The members of a SELECT's answer that a classic read has, too."""
    answer = {"Items": [arranged_item(item) for item in body.get("Items", [])]}
    for member in ("LastEvaluatedKey", "ConsumedCapacity"):
        if member in body:
            answer[member] = body[member]
    return answer


def classic_answer(operation, body):
    """The same members of a classic read's answer."""
    if operation == "GetItem":
        answer = {"Items": [body["Item"]] if "Item" in body else []}
    else:
        answer = {"Items": body["Items"]}
    for member in ("LastEvaluatedKey", "ConsumedCapacity"):
        if member in body:
            answer[member] = body[member]
    return answer
