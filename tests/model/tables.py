"""A database as plain dicts: every operation's answer, computed naively.

An index has no state of its own: each read computes it from the table's items. So a server's index that differs from
the recomputation is detected. Requests arrive as `Step.meaning` (see program.py), not as text.
"""

import hashlib
import math

from expressions import check_condition, check_update, holds, paths_in, picked, tree_of, update_charge, updated
from values import Refused, invalid, item_size, kind, number, ordered, scalar_bytes, stored, stored_item

ITEM_BYTES_MAX = 409_600
PAGE_BYTES_MAX = 1_048_576
READ_UNIT_BYTES, WRITE_UNIT_BYTES = 4096, 1024
ROUTES = 1 << 64


def write_units(size):
    return max(1, math.ceil(size / WRITE_UNIT_BYTES))


def read_units(size, consistent):
    return max(1, math.ceil(size / READ_UNIT_BYTES)) * (1.0 if consistent else 0.5)


# --- The order in which Scan reads partitions (docs/formats/keys.md) ---

def number_bytes(text):
    amount = number(text)
    if amount == 0:
        return b"\x80"
    sign, digits, exponent = amount.as_tuple()
    digits = "".join(map(str, digits)) + ("0" if exponent % 2 else "")
    exponent -= exponent % 2
    digits = ("0" if len(digits) % 2 else "") + digits
    pairs = [int(digits[place:place + 2]) for place in range(0, len(digits), 2)]
    scale = exponent // 2 + len(pairs)
    while pairs[0] == 0:
        pairs, scale = pairs[1:], scale - 1
    while pairs[-1] == 0:
        pairs.pop()
    if sign:
        return bytes([255 - (scale + 192)] + [101 - pair for pair in pairs] + [102])
    return bytes([scale + 192] + [pair + 1 for pair in pairs])


def plain_bytes(value):
    return number_bytes(value["N"]) if "N" in value else scalar_bytes(value)


def component(value):
    if "N" in value:
        return number_bytes(value["N"]) + (b"" if value["N"].startswith("-") else b"\x00")
    return scalar_bytes(value).replace(b"\x00", b"\x00\xff") + b"\x00\x01"


def route(hash_values):
    message = plain_bytes(hash_values[0]) if len(hash_values) == 1 else b"".join(map(component, hash_values))
    return int.from_bytes(hashlib.md5(b"Outliers" + message).digest()[:8], "big")


def is_key_value(type_, value):
    return kind(value) == type_ and value not in ({"S": ""}, {"B": ""})


class Index:
    """A key schema over a table's items, and the attributes that it projects; the table itself projects all."""

    def __init__(self, kind_, name, hashes, ranges, table_keys, projected, types):
        self.kind, self.name, self.hashes, self.ranges = kind_, name, hashes, ranges
        self.keys = hashes + ranges
        self.table_keys, self.types = table_keys, types
        self.all_keys = self.keys + [key for key in table_keys if key not in self.keys]
        self.projected = None if projected is None else set(self.all_keys) | set(projected)

    def entry(self, item):
        """Returns the index's entry for an item; None if a key attribute is missing or has another type."""
        if item is None or not all(key in item and is_key_value(self.types[key], item[key]) for key in self.keys):
            return None
        if self.projected is None:
            return item
        return {name: value for name, value in item.items() if name in self.projected}

    def position(self, entry):
        """Returns an entry's position: partitions by their route, then by its keys in order."""
        tail = [key for key in self.table_keys if key not in self.hashes] if self.kind == "LSI" else self.table_keys
        hash_values = [entry[key] for key in self.hashes]
        within = [ordered(entry[key]) for key in self.ranges]
        if self.kind != "table":
            within += [ordered(entry[key]) for key in tail]
        return (route(hash_values), tuple(ordered(value) for value in hash_values), tuple(within))

    def key_of(self, entry):
        return {key: entry[key] for key in self.all_keys}


class Table:
    def __init__(self, spec):
        self.name, self.types = spec["name"], spec["types"]
        self.key_names = spec["hash"] + spec["range"]
        self.base = Index("table", None, spec["hash"], spec["range"], self.key_names, None, self.types)
        self.indexes = {}
        for each in spec["indexes"]:
            self.add_index(each)
        self.items = {}

    def add_index(self, spec):
        hashes = self.base.hashes if spec["kind"] == "LSI" else spec["hash"]
        self.indexes[spec["name"]] = Index(spec["kind"], spec["name"], hashes, spec["range"], self.key_names, spec["projected"], self.types)

    def index(self, name):
        if name is None:
            return self.base
        if name not in self.indexes:
            raise invalid()
        return self.indexes[name]

    def has_collections(self):
        return any(index.kind == "LSI" for index in self.indexes.values())

    def entries(self, index):
        found = [entry for entry in map(index.entry, self.items.values()) if entry is not None]
        return sorted(found, key=index.position)

    # --- Keys ---

    def identity(self, key):
        if set(key) != set(self.key_names):
            raise invalid()
        return self.identity_of(key)

    def identity_of(self, item):
        for name in self.key_names:
            if name not in item:
                raise invalid()
            self.check_key_value(name, item[name])
        return tuple(ordered(item[name]) for name in self.key_names)

    def check_key_value(self, name, value):
        if not is_key_value(self.types[name], value):
            raise invalid()

    def check_index_keys(self, item):
        for index in self.indexes.values():
            for name in index.keys:
                if name in item:
                    self.check_key_value(name, item[name])

    # --- Writes ---

    def write(self, old, new):
        """Replaces one item image by another and returns the cost: {None: table units, index name: units}."""
        self.check_image(new)
        identity = self.identity_of(new if new is not None else old) if new is not None or old is not None else None
        if new is not None:
            self.items[identity] = new
        elif old is not None:
            del self.items[identity]
        return self.cost(old, new)

    def check_image(self, new):
        """Whether the table accepts the new item of a write; None is no item."""
        if new is not None:
            self.check_size(new)
            self.check_index_keys(new)

    def check_size(self, item):
        """Checks an item's size. Its entries in the local indexes count as well."""
        local = [index.entry(item) for index in self.indexes.values() if index.kind == "LSI"]
        if item_size(item) + sum(item_size(entry) for entry in local if entry is not None) > ITEM_BYTES_MAX:
            raise invalid()

    def cost(self, old, new):
        units = {None: write_units(max(item_size(image) if image is not None else 0 for image in (old, new)))}
        for name, index in self.indexes.items():
            before, after = index.entry(old), index.entry(new)
            cost = entry_cost(index, before, after)
            if cost:
                units[name] = cost
        return units


def entry_cost(index, before, after):
    sizes = [write_units(item_size(entry)) for entry in (before, after) if entry is not None]
    if before == after or not sizes:
        return 0
    if before is not None and after is not None and index.position(before) == index.position(after):
        return max(sizes)
    return sum(sizes)


class Database:
    def __init__(self):
        self.tables = {}

    def answer(self, step):
        """Returns (200, body) or (400, code, the error's detail or None)."""
        try:
            return (200, getattr(self, step.operation)(step.meaning))
        except Refused as refused:
            return (400, refused.code, refused.detail)

    def table(self, name):
        if name not in self.tables:
            raise Refused("ResourceNotFoundException")
        return self.tables[name]

    # --- Tables ---

    def CreateTable(self, meaning):
        if meaning["spec"]["name"] in self.tables:
            raise Refused("ResourceInUseException")
        self.tables[meaning["spec"]["name"]] = Table(meaning["spec"])
        return None

    def DeleteTable(self, meaning):
        self.table(meaning["table"])
        del self.tables[meaning["table"]]
        return None

    def UpdateTable(self, meaning):
        table = self.table(meaning["table"])
        if "create" in meaning:
            if meaning["create"]["name"] in table.indexes:
                raise invalid()
            table.add_index(meaning["create"])
        else:
            if meaning["delete"] not in table.indexes:
                raise Refused("ResourceNotFoundException")
            del table.indexes[meaning["delete"]]
        return None

    # --- Single items ---

    def PutItem(self, meaning):
        new = stored_item(meaning["item"])
        if item_size(new) > ITEM_BYTES_MAX:
            raise invalid()
        return self.change(meaning, new, lambda table: table.identity_of(new), lambda table, old: new)

    def DeleteItem(self, meaning):
        key = stored_item(meaning["key"])
        return self.change(meaning, key, lambda table: table.identity(key), lambda table, old: None)

    def UpdateItem(self, meaning):
        key, actions = stored_item(meaning["key"]), meaning["actions"]
        check_update(actions)

        def identify(table):
            if any(action[1][0] in table.key_names for action in actions):
                raise invalid()
            identity = table.identity(key)
            if update_charge(actions) > ITEM_BYTES_MAX:
                raise invalid()
            return identity

        return self.change(meaning, key, identify, lambda table, old: updated(old, key, actions))

    def change(self, meaning, given, identify, decide):
        """Applies a single write. `given` is the item of a put, else the key."""
        condition = meaning.get("condition")
        if condition:
            check_condition(condition)
        refuse_faults(meaning)
        table = self.table(meaning["table"])
        identity = identify(table)
        table.check_index_keys(given)
        old = table.items.get(identity)
        if condition and not holds(condition, old or {}):
            raise Refused("ConditionalCheckFailedException", old if meaning.get("item on failure") else None)
        new = decide(table, old)
        units = table.write(old, new)
        body = returned(meaning, old, new)
        if meaning.get("collection") and table.has_collections():
            key = {name: given[name] for name in table.base.hashes}
            body["ItemCollectionMetrics"] = {"ItemCollectionKey": key, "SizeEstimateRangeGB": [0.0, 1.0]}
        return with_capacity(meaning, body, table, units)

    def GetItem(self, meaning):
        key, projection = stored_item(meaning["key"]), meaning.get("projection")
        if projection:
            tree_of(projection)
        refuse_faults(meaning)
        table = self.table(meaning["table"])
        item = table.items.get(table.identity(key))
        body = {} if item is None else {"Item": picked(item, projection) if projection else item}
        units = read_units(item_size(item) if item is not None else 0, meaning["consistent"])
        return with_capacity(meaning, body, table, {None: units})

    # --- Batches ---

    def BatchGetItem(self, meaning):
        refuse_faults(meaning)
        lookups = []
        for name, part in meaning["tables"].items():
            table = self.table(name)
            identities = [table.identity(stored_item(key)) for key in part["keys"]]
            if len(set(identities)) != len(identities):
                raise invalid()
            lookups.append((table, part, identities))
        responses, capacity = {}, {}
        for table, part, identities in lookups:
            found = [table.items.get(identity) for identity in identities]
            units = sum(read_units(item_size(item) if item else 0, part["consistent"]) for item in found)
            items = [item for item in found if item is not None]
            responses[table.name] = [picked(item, part["projection"]) if part["projection"] else item for item in items]
            capacity[table.name] = (table, {None: units})
        return with_capacities(meaning, {"Responses": responses, "UnprocessedKeys": {}}, capacity)

    def BatchWriteItem(self, meaning):
        refuse_faults(meaning)
        writes = []
        for name, requests in meaning["tables"].items():
            table = self.table(name)
            for form, given in requests:
                image = stored_item(given)
                identity = table.identity(image) if form == "delete" else table.identity_of(image)
                if form == "put":
                    table.check_index_keys(image)
                    table.check_size(image)
                writes.append((table, identity, image if form == "put" else None))
        if len({(table.name, identity) for table, identity, _ in writes}) != len(writes):
            raise invalid()
        capacity = {}
        for table, identity, new in writes:
            add_units(capacity, table, table.write(table.items.get(identity), new))
        return with_capacities(meaning, {"UnprocessedItems": {}}, capacity)

    # --- Query and Scan ---

    def Query(self, meaning):
        check_key_literals(meaning["keys"])
        table, index = self.reading(meaning)
        conditions = checked_key_conditions(table, index, meaning["keys"])
        if meaning.get("filter") and any(path[0] in index.keys for path in paths_in(meaning["filter"])):
            raise invalid()
        entries = [entry for entry in table.entries(index) if all(matches(entry[name], op, values) for name, op, values in conditions)]
        start = meaning.get("start")
        if start is not None:
            check_start(table, index, start)
            if only_item(index, meaning) or not all(matches(start[name], op, values) for name, op, values in conditions):
                raise invalid()
        return self.page(meaning, table, index, entries)

    def Scan(self, meaning):
        table, index = self.reading(meaning)
        entries = table.entries(index)
        start = meaning.get("start")
        if start is not None:
            check_start(table, index, start)
        if "segment" in meaning:
            segment, total = meaning["segment"]
            begin, end = segment * ROUTES // total, (segment + 1) * ROUTES // total
            entries = [entry for entry in entries if begin <= index.position(entry)[0] < end]
            if start is not None and not begin <= index.position(start)[0] < end:
                raise invalid()
        return self.page(meaning, table, index, entries)

    def reading(self, meaning):
        """Runs the checks that Query and Scan share, and returns the entries they read."""
        select, projection = meaning.get("select"), meaning.get("projection")
        if projection:
            tree_of(projection)
        if meaning.get("filter"):
            check_condition(meaning["filter"])
        if projection and select not in (None, "SPECIFIC_ATTRIBUTES") or select == "SPECIFIC_ATTRIBUTES" and not projection:
            raise invalid()
        if select == "ALL_PROJECTED_ATTRIBUTES" and meaning["index"] is None:
            raise invalid()
        refuse_faults(meaning)
        table = self.table(meaning["table"])
        index = table.index(meaning["index"])
        if index.kind == "GSI":
            if meaning["consistent"]:
                raise invalid()
            if index.projected is not None:
                if select == "ALL_ATTRIBUTES" or any(path[0] not in index.projected for path in projection or ()):
                    raise invalid()
        return table, index

    def page(self, meaning, table, index, entries):
        if meaning.get("backward"):
            entries = entries[::-1]
        start = meaning.get("start")
        if start is not None:
            at = index.position(start)
            entries = [entry for entry in entries if (index.position(entry) < at if meaning.get("backward") else index.position(entry) > at)]
        fetch = fetches(index, meaning)
        read, size, fetched, full = [], 0, 0, False
        for entry in entries:
            read.append(entry)
            size += item_size(entry)
            # Whether rows that are fetched fill the page is not on record; here they do, or a page could be of any size.
            fetched += item_size(table.items[table.identity_of(entry)]) if fetch else 0
            if len(read) == meaning.get("limit") or size + fetched >= PAGE_BYTES_MAX:
                full = True
                break
        kept = [entry for entry in read if not meaning.get("filter") or holds(meaning["filter"], entry)]
        body = {"Count": len(kept), "ScannedCount": len(read)}
        if full and not only_item(index, meaning):
            body["LastEvaluatedKey"] = index.key_of(read[-1])
        units = {index.name: read_units(size, meaning["consistent"])}
        if fetch:
            originals = [table.items[table.identity_of(entry)] for entry in kept]
            units[None] = sum(read_units(item_size(item), meaning["consistent"]) for item in originals)
            kept = originals
        if meaning.get("select") != "COUNT":
            body["Items"] = [picked(entry, meaning["projection"]) if meaning.get("projection") else entry for entry in kept]
        return with_capacity(meaning, body, table, units)


def only_item(index, meaning):
    """A Query of a table without sort key has no second page: its start key would be refused."""
    return "keys" in meaning and index.kind == "table" and not index.ranges


def fetches(index, meaning):
    """Whether a request asks a local index for attributes that it does not project."""
    if index.kind != "LSI" or index.projected is None:
        return False
    wanted = {path[0] for path in meaning.get("projection") or ()}
    return meaning.get("select") == "ALL_ATTRIBUTES" or bool(wanted - index.projected)


def refuse_faults(meaning):
    """Refuses a request whose text contains a fault of the generator."""
    if meaning.get("fault"):
        raise invalid()


def matches(value, op, values):
    value, values = ordered(value), [ordered(stored(each)) for each in values]
    if op == "begins":
        return value.startswith(values[0])
    if op == "between":
        return values[0] <= value <= values[1]
    return {"=": value == values[0], "<": value < values[0], "<=": value <= values[0], ">": value > values[0], ">=": value >= values[0]}[op]


def checked_key_conditions(table, index, conditions):
    by_name = {name: op for name, op, _ in conditions}
    if len(by_name) != len(conditions) or any(name not in index.keys for name in by_name):
        raise invalid()
    if any(by_name.get(name) != "=" for name in index.hashes):
        raise invalid()
    used = [name for name in index.ranges if name in by_name]
    if used != index.ranges[:len(used)] or any(by_name[name] != "=" for name in used[:-1]):
        raise invalid()
    for name, op, values in conditions:
        if not all(is_key_value(table.types[name], value) for value in values):
            raise invalid()
    return conditions


def check_key_literals(conditions):
    """Returns an error in the values of key conditions that does not depend on the table."""
    for _, op, values in conditions:
        if op == "begins" and kind(values[0]) == "N":
            raise invalid()
        if op == "between" and (kind(values[0]) != kind(values[1]) or ordered(stored(values[0])) > ordered(stored(values[1]))):
            raise invalid()


def check_start(table, index, start):
    if set(start) != set(index.all_keys):
        raise invalid()
    for name, value in start.items():
        table.check_key_value(name, value)


def returned(meaning, old, new):
    wanted = meaning.get("return")
    if wanted == "ALL_OLD" and old is not None:
        return {"Attributes": old}
    if wanted == "ALL_NEW" and new is not None:
        return {"Attributes": new}
    if wanted in ("UPDATED_OLD", "UPDATED_NEW"):
        image = old if wanted == "UPDATED_OLD" else new
        touched = picked(image or {}, [action[1] for action in meaning["actions"]])
        return {"Attributes": touched} if touched else {}
    return {}


# --- ConsumedCapacity ---

def capacity_of(meaning, table, units, members=("CapacityUnits",)):
    """`units`: {None: of the table, index name: of the index}. Every amount appears under each of the `members`."""
    def amounts(amount):
        return {member: float(amount) for member in members}

    answer = {"TableName": table.name, **amounts(sum(units.values()))}
    if meaning["capacity"] == "INDEXES":
        answer["Table"] = amounts(units.get(None, 0))
        for name, amount in units.items():
            if name is not None:
                kind_ = "LocalSecondaryIndexes" if table.indexes[name].kind == "LSI" else "GlobalSecondaryIndexes"
                answer.setdefault(kind_, {})[name] = amounts(amount)
    return answer


def with_capacity(meaning, body, table, units):
    if meaning.get("capacity"):
        body["ConsumedCapacity"] = capacity_of(meaning, table, units)
    return body


def with_capacities(meaning, body, capacities, members=("CapacityUnits",)):
    if meaning.get("capacity"):
        body["ConsumedCapacity"] = {name: capacity_of(meaning, table, units, members) for name, (table, units) in capacities.items()}
    return body


def add_units(capacities, table, units):
    """Adds the units of one item to those of its table."""
    summed = capacities.setdefault(table.name, (table, {}))[1]
    for place, amount in units.items():
        summed[place] = summed.get(place, 0) + amount
