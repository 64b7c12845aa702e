"""Random programs of requests. A step of a program means the same whatever precedes it, so any part of a failing
program can be left out.
"""

import base64
import dataclasses

from expressions import Placeholders, condition_text, path_text, projection_text, update_text
from values import stored

KEY_ATTRIBUTES = [f"k{place}" for place in range(8)]
PLAIN_ATTRIBUTES = ["x", "y", "z", "m", "l", "s"]
PARTITIONS, PARTITIONS_LARGE = 4, 1  # values of a partition key, few enough that collections form
STRINGS = ["a", "ab", "abc", "b", "ba", "é", "z\u0000", "z\u0000a", "~", "0"] + [f"s{place}" for place in range(10)]
NUMBERS = ["-12.5", "-1", "0", "0.01", "1", "1.5", "2", "10", "100", "123456789012345678901234567890"] + [str(3 ** place) for place in range(3, 13)]
BINARIES = [base64.b64encode(raw).decode() for raw in (
    b"\x00", b"\x00\xff", b"\x00\xff\x01", b"a", b"\xff", b"\xff\xff", b"ab", b"\x01", b"\xff\x00", b"b",
    *(bytes([place]) for place in range(10, 20)))]
USUAL_VALUES = 10  # number of sort key values; large items are few, and use all values as keys
SAME_NUMBERS = {"1": "1.0", "10": "1e1", "100": "+100", "1.5": "15E-1", "0": "-0.00"}
EXPRESSIONS = ("KeyConditionExpression", "ConditionExpression", "UpdateExpression", "FilterExpression")
RETURNS_UPDATE = ["ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW", "NONE"]


@dataclasses.dataclass
class Step:
    operation: str
    request: dict
    meaning: dict


class Program:
    """Makes the steps of one seed. `chance` is a random.Random; `prefix` begins the names of its tables."""

    def __init__(self, chance, prefix, large):
        self.chance, self.prefix, self.large = chance, prefix, large
        self.partitions, self.sorts = (PARTITIONS_LARGE, None) if large else (PARTITIONS, USUAL_VALUES)
        # With large items there is one table, so that it grows past a page.
        self.specs = [self.spec(f"{prefix}-{place}") for place in range(1 if large else chance.randint(2, 3))]

    def steps(self, count):
        yield from (self.create_table(spec) for spec in self.specs)
        makers = self.makers()
        for _ in range(count):
            made = self.chance.choices(list(makers), makers.values())[0]()
            yield from made if isinstance(made, list) else [made]
        # At the end, every index must equal the content that its table implies.
        for spec in self.specs:
            for index in index_names(spec):
                yield self.whole(spec, index)

    def makers(self):
        """Returns the functions that make a step, or a list of steps, and their relative frequency."""
        return {
            self.put_item: 60 if self.large else 30, self.update_item: 22, self.delete_item: 7, self.get_item: 5, self.query: 24, self.scan: 9,
            self.batch_write: 6, self.batch_get: 5, self.recreate: 0.3, self.update_table: 1.5}

    def likely(self, probability):
        return self.chance.random() < probability

    # --- Tables ---

    def spec(self, name):
        chance = self.chance
        types = {attribute: chance.choices("SNB", (5, 3, 2))[0] for attribute in KEY_ATTRIBUTES}
        ranged = self.large or self.likely(0.8)
        spec = {"name": name, "types": types, "hash": ["k0"], "range": ["k1"] if ranged else [], "indexes": []}
        for place in range(chance.choice([0, 1, 2]) if ranged else 0):
            spec["indexes"].append({"kind": "LSI", "name": f"lsi{place}", "range": [f"k{place + 2}"], "projected": self.projected()})
        for place in range(chance.choice([0, 1, 2, 3])):
            spec["indexes"].append(self.global_index(f"gsi{place}"))
        # Indexes that the program creates and deletes.
        spec["later"] = [self.global_index(f"later{place}") for place in range(chance.choice([0, 1, 2]))]
        return spec

    def global_index(self, name):
        chance = self.chance
        attributes = chance.sample(KEY_ATTRIBUTES, chance.choice([1, 2, 2, 2, 3, 5, 8]))
        hashes = min(4, max(1, chance.choice([1, 1, len(attributes) - 1, len(attributes) - 4]), len(attributes) - 4))
        return {"kind": "GSI", "name": name, "hash": attributes[:hashes], "range": attributes[hashes:], "projected": self.projected()}

    def projected(self):
        """None keeps all values."""
        return self.chance.choice([None, [], self.chance.sample(PLAIN_ATTRIBUTES, 2), ["x", "k3"]])

    def create_table(self, spec):
        used = list(spec["hash"] + spec["range"])
        request = {"TableName": spec["name"], "BillingMode": "PAY_PER_REQUEST", "KeySchema": key_schema(spec["hash"], spec["range"])}
        for each in spec["indexes"]:
            hashes = spec["hash"] if each["kind"] == "LSI" else each["hash"]
            used += hashes + each["range"]
            member = "LocalSecondaryIndexes" if each["kind"] == "LSI" else "GlobalSecondaryIndexes"
            request.setdefault(member, []).append(index_request(each, hashes))
        request["AttributeDefinitions"] = definitions(spec, sorted(set(used)))
        return Step("CreateTable", request, {"spec": spec})

    def recreate(self):
        spec = self.chance.choice(self.specs)
        return [Step("DeleteTable", {"TableName": spec["name"]}, {"table": spec["name"]}), self.create_table(spec)]

    def update_table(self):
        spec = self.chance.choice(self.specs)
        changed = spec["later"] + [each for each in spec["indexes"] if each["kind"] == "GSI" and self.likely(0.2)]
        if not changed:
            return []
        index = self.chance.choice(changed)
        request, meaning = {"TableName": spec["name"]}, {"table": spec["name"]}
        if self.likely(0.75):
            meaning["create"] = index
            request["AttributeDefinitions"] = definitions(spec, index["hash"] + index["range"])
            update = {"Create": index_request(index, index["hash"])}
        else:
            meaning["delete"] = index["name"]
            update = {"Delete": {"IndexName": index["name"]}}
        request["GlobalSecondaryIndexUpdates"] = [update]
        return Step("UpdateTable", request, meaning)

    # --- Values ---

    def scalar(self, type_, count=USUAL_VALUES):
        pool = {"S": STRINGS, "N": NUMBERS, "B": BINARIES}[type_][:count]
        text = self.chance.choice(pool)
        if type_ == "N" and self.likely(0.2):
            text = SAME_NUMBERS.get(text, text)
        return {type_: text}

    def value(self, depth=0):
        form = self.chance.choices(["S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"], (4, 4, 1, 1, 1, 1, 1, 1, 2, 2))[0]
        if form in ("S", "N", "B"):
            return self.scalar(form)
        if form in ("BOOL", "NULL"):
            return {form: True if form == "NULL" else self.likely(0.5)}
        if form in ("SS", "NS", "BS"):
            return self.set_value(form)
        if depth > 2:
            return {"S": ""}
        if form == "L":
            return {"L": [self.value(depth + 1) for _ in range(self.chance.randint(0, 3))]}
        return {"M": {name: self.value(depth + 1) for name in self.chance.sample(["p", "q", "r"], self.chance.randint(0, 3))}}

    def set_value(self, form):
        pool = {"SS": STRINGS, "NS": NUMBERS, "BS": BINARIES}[form]
        members = self.chance.sample(pool, self.chance.randint(1, 3))
        return {form: members + members[:1] if self.likely(0.01) else members}

    def plain_value(self, name):
        """Returns a value, mostly of the attribute's usual type, so that conditions and updates have an effect."""
        if self.likely(0.1):
            return self.value()
        if name == "x":
            return self.scalar("N")
        if name == "y":
            return self.scalar("S")
        if name == "z":
            return {"S": self.text()}
        if name == "s":
            return self.set_value(self.chance.choice(["SS", "NS"]))
        if name == "l":
            return {"L": [self.value(1) for _ in range(self.chance.randint(0, 4))]}
        return {"M": {name: self.value(1) for name in self.chance.sample(["p", "q", "r"], self.chance.randint(1, 3))}}

    def text(self):
        if not self.large or self.likely(0.1):
            return "t" * self.chance.choice([0, 1, 100, 1000, 1024, 3000, 5000])
        return "t" * (self.chance.choice([20_000, 120_000, 120_000, 130_000]) if self.likely(0.98) else 410_000)

    def key(self, spec):
        key = {name: self.scalar(spec["types"][name], self.partitions if name == "k0" else self.sorts) for name in spec["hash"] + spec["range"]}
        if self.likely(0.01):
            self.spoil(spec, key)
        return key

    def spoil(self, spec, key):
        """Makes a key that does not fit the schema."""
        name = self.chance.choice(list(key))
        fault = self.chance.choice(["missing", "type", "empty"])
        if fault == "missing":
            del key[name]
        elif fault == "type":
            key[name] = self.value() if self.likely(0.5) else {"BOOL": True}
        else:
            key[name] = {"S": ""}

    def item(self, spec):
        item = self.key(spec)
        present = self.chance.choice([0.6, 0.95])
        for name in KEY_ATTRIBUTES:
            if name not in spec["hash"] + spec["range"] and self.likely(present):
                item[name] = self.scalar(spec["types"][name], 3)
                # Not for attributes of later indexes: the facts do not record how a backfill treats an item with wrong
                # key types.
                if self.likely(0.005) and not any(name in each["hash"] + each["range"] for each in spec["later"]):
                    item[name] = self.value()
        for name in PLAIN_ATTRIBUTES:
            if self.likely(0.9 if self.large and name == "z" else 0.5):
                item[name] = self.plain_value(name)
        return item

    # --- Expressions ---

    def path(self, names=None, nested=0.3):
        name = self.chance.choice(names or PLAIN_ATTRIBUTES)
        if not self.likely(nested):
            return (name,)
        if name == "l":
            return self.chance.choice([("l", 0), ("l", 1), ("l", 2), ("l", 5), ("l", 0, "p"), ("l", 1, 0)])
        if name == "m":
            return self.chance.choice([("m", "p"), ("m", "q"), ("m", "r"), ("m", "p", "q"), ("m", "q", 0)])
        return (name,)

    def condition(self, names, depth=0):
        form = self.chance.choices(
            ["compare", "between", "in", "exists", "missing", "type", "begins", "contains", "and", "or", "not"],
            (6, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2) if depth < 3 else (6, 2, 2, 2, 2, 1, 2, 2, 0, 0, 0))[0]
        path = self.path(names)
        if form in ("and", "or"):
            return (form, self.condition(names, depth + 1), self.condition(names, depth + 1))
        if form == "not":
            return (form, self.condition(names, depth + 1))
        if form in ("exists", "missing"):
            return (form, path)
        if form == "type":
            return (form, path, self.chance.choice(["S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"]))
        if form == "begins":
            literal = self.value() if self.likely(0.03) else self.scalar(self.chance.choice("SSB"))
            return (form, path, ("value", literal))
        if form == "contains":
            return (form, path, ("value", self.scalar(self.chance.choice("SNB"))) if self.likely(0.8) else ("path", self.path(names)))
        if form == "in":
            return (form, ("path", path), tuple(("value", self.value()) for _ in range(self.chance.randint(1, 4))))
        if form == "between":
            return self.between(path)
        return self.comparison(names, path)

    def between(self, path):
        type_ = self.chance.choice("SNB")
        low, high = self.scalar(type_), self.scalar(type_)
        return ("between", ("path", path), ("value", low), ("value", high))

    def comparison(self, names, path):
        if self.likely(0.2):
            return ("compare", self.chance.choice(["=", "<", ">=", "<>"]), ("size", path), ("value", {"N": str(self.chance.randint(0, 4))}))
        op = self.chance.choice(["=", "<>", "<", "<=", ">", ">="])
        if self.likely(0.25):
            return ("compare", op, ("path", path), ("path", self.path(names)))
        return ("compare", op, ("path", path), ("value", self.value() if self.likely(0.3) else self.scalar(self.chance.choice("SN"))))

    def fault(self, request, meaning):
        """Sometimes adds a fault that no request may have."""
        if self.likely(0.01):
            self.spoil_text(request, meaning)

    def spoil_text(self, request, meaning):
        meaning["fault"] = self.chance.choice(["unused name", "undefined value", "syntax"])
        member = next((name for name in EXPRESSIONS if name in request), None)
        if meaning["fault"] == "unused name" and member:
            request.setdefault("ExpressionAttributeNames", {})["#unused"] = "x"
        elif meaning["fault"] == "undefined value" and member:
            request[member] = request[member] + " AND x = :undefined" if member != "UpdateExpression" else "SET x = :undefined"
        elif member:
            request[member] += " )"
        else:
            request["ExpressionAttributeNames"] = {"#unused": "x"}

    # --- Writes ---

    def target(self):
        spec = self.chance.choice(self.specs)
        return spec, spec["name"] if not self.likely(0.005) else f"{self.prefix}-none"

    def finish(self, operation, request, meaning, places):
        if self.likely(0.7):
            meaning["capacity"] = request["ReturnConsumedCapacity"] = self.chance.choice(["TOTAL", "INDEXES"])
        places.into(request)
        self.fault(request, meaning)
        return Step(operation, request, meaning)

    def writing(self, operation, spec, request, meaning, returns, places):
        if self.likely(0.1 if self.large else 0.3):
            meaning["condition"] = self.condition(PLAIN_ATTRIBUTES + KEY_ATTRIBUTES)
            request["ConditionExpression"] = condition_text(meaning["condition"], places)
            if self.likely(0.5):
                meaning["item on failure"] = True
                request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
        if self.likely(0.5):
            meaning["return"] = request["ReturnValues"] = self.chance.choice(returns)
        if self.likely(0.2):
            meaning["collection"] = True
            request["ReturnItemCollectionMetrics"] = "SIZE"
        return self.finish(operation, request, meaning, places)

    def put_item(self):
        spec, table = self.target()
        item = self.item(spec)
        return self.writing("PutItem", spec, {"TableName": table, "Item": item}, {"table": table, "item": item}, ["ALL_OLD", "NONE"], Placeholders())

    def delete_item(self):
        spec, table = self.target()
        key = self.key(spec)
        return self.writing("DeleteItem", spec, {"TableName": table, "Key": key}, {"table": table, "key": key}, ["ALL_OLD", "NONE"], Placeholders())

    def update_item(self):
        spec, table = self.target()
        key, places = self.key(spec), Placeholders()
        actions = [self.action(spec) for _ in range(self.chance.choice([0, 1, 1, 2, 2, 3]))]
        request, meaning = {"TableName": table, "Key": key}, {"table": table, "key": key, "actions": actions}
        if actions:
            request["UpdateExpression"] = update_text(actions, places)
        # The facts do not record the returned paths of list elements when the list changes its length.
        returns = RETURNS_UPDATE if all(isinstance(step, str) for action in actions for step in action[1]) else ["ALL_OLD", "ALL_NEW", "NONE"]
        step = self.writing("UpdateItem", spec, request, meaning, returns, places)
        if any(wrong_key_type(spec, action) for action in actions) and "condition" in meaning:
            return self.update_item()  # the facts do not record whether the type or the condition is checked first
        return step

    def action(self, spec):
        form = self.chance.choices(["SET", "REMOVE", "ADD", "DELETE"], (6, 2, 2, 1))[0]
        indexed = [name for name in KEY_ATTRIBUTES if name not in spec["hash"] + spec["range"]]
        if self.likely(0.35) and form in ("SET", "REMOVE"):
            name = self.chance.choice(KEY_ATTRIBUTES if self.likely(0.02) else indexed)
            if form == "REMOVE":
                return (form, (name,))
            return (form, (name,), ("value", self.scalar(spec["types"][name], 3) if spec["later"] or self.likely(0.97) else self.value()))
        if form == "ADD":
            path = self.chance.choice([("x",), ("x",), ("s",), ("m", "p")])
            return (form, path, self.scalar("N") if path != ("s",) else self.set_value(self.chance.choice(["SS", "NS"])))
        if form == "DELETE":
            return (form, ("s",), self.set_value(self.chance.choice(["SS", "NS"])))
        path = self.path(nested=0.5)
        return (form, path) if form == "REMOVE" else (form, path, self.new(path))

    def new(self, path):
        form = self.chance.choices(["value", "path", "+", "-", "if_not_exists", "list_append"], (6, 1, 2, 1, 2, 2))[0]
        if form in ("+", "-"):
            return (form, ("path", ("x",)), ("value", self.scalar("N")))
        if form == "if_not_exists":
            return (form, self.path(), ("value", self.value()))
        if form == "list_append":
            more = ("value", {"L": [self.value(2)]})
            return (form, ("path", ("l",)), more) if self.likely(0.5) else (form, more, ("path", ("l",)))
        if form == "path":
            return ("path", self.path())
        return ("value", self.plain_value(path[0]) if len(path) == 1 else self.value(1))

    # --- Reads ---

    def get_item(self):
        spec, table = self.target()
        key, places = self.key(spec), Placeholders()
        meaning = {"table": table, "key": key, "consistent": self.likely(0.5)}
        request = {"TableName": table, "Key": key, "ConsistentRead": meaning["consistent"]}
        self.project(request, meaning, PLAIN_ATTRIBUTES + KEY_ATTRIBUTES, places)
        return self.finish("GetItem", request, meaning, places)

    def project(self, request, meaning, names, places):
        if self.likely(0.25):
            meaning["projection"] = list({self.path(names) for _ in range(self.chance.randint(1, 3))})
            meaning["projection"].sort(key=str)
            request["ProjectionExpression"] = projection_text(meaning["projection"], places)

    def query(self):
        spec, _ = self.target()
        index = self.chance.choice(index_names(spec))
        found = index_of(spec, index)
        conditions = [(name, "=", [self.scalar(spec["types"][name], self.partitions if name == "k0" else 3)]) for name in found["hash"]]
        depth = self.chance.randint(0, len(found["range"]))
        for place, name in enumerate(found["range"][:depth]):
            conditions.append((name, *self.range_condition(spec["types"][name], place == depth - 1)))
        if self.likely(0.03) and len(conditions) > 1:
            conditions.pop(self.chance.randrange(len(conditions)))  # a hash attribute, a middle one, or the last
        if self.likely(0.02) and conditions:
            name, op, _ = conditions.pop()
            conditions.append((name, op, [self.scalar(self.chance.choice("SNB")) for _ in range(2 if op == "between" else 1)]))
        self.chance.shuffle(conditions)
        return self.reading("Query", spec, index, {"keys": conditions, "backward": self.likely(0.4)})

    def range_condition(self, type_, last):
        if not last or self.likely(0.3):
            return "=", [self.scalar(type_, 3)]
        op = self.chance.choice(["<", "<=", ">", ">=", "between", "begins" if type_ != "N" or self.likely(0.05) else ">"])
        return op, [self.scalar(type_) for _ in range(2 if op == "between" else 1)]

    def scan(self):
        spec, _ = self.target()
        index = self.chance.choice(index_names(spec))
        if not self.likely(0.4):
            return self.reading("Scan", spec, index, {})
        total = self.chance.choice([1, 2, 3, 7, 1_000_000])
        if total > 7:
            return self.reading("Scan", spec, index, {"segment": (self.chance.randrange(total), total)})
        common = {"walk": True, "limit": self.chance.choice([None, 1, 3])}
        return [self.reading("Scan", spec, index, {**common, "segment": (segment, total)}) for segment in range(total)]

    def whole(self, spec, index):
        """Returns a Scan of the whole table."""
        request = {"TableName": spec["name"], "ReturnConsumedCapacity": "INDEXES", **({"IndexName": index} if index else {})}
        return Step("Scan", request, {"table": spec["name"], "index": index, "consistent": False, "walk": True, "capacity": "INDEXES"})

    def reading(self, operation, spec, index, meaning):
        table = spec["name"] if not self.likely(0.003) else f"{self.prefix}-none"
        places, found = Placeholders(), index_of(spec, index)
        consistent = self.likely(0.4 if found["kind"] != "GSI" else 0.01)
        meaning = {"table": table, "index": index, "consistent": consistent, "walk": self.likely(0.6), **meaning}
        request = {"TableName": table, "ConsistentRead": consistent}
        if index:
            request["IndexName"] = index
        if "keys" in meaning:
            request["KeyConditionExpression"] = " AND ".join(key_condition_text(each, places) for each in meaning["keys"])
            request["ScanIndexForward"] = not meaning["backward"]
        if "segment" in meaning:
            request["Segment"], request["TotalSegments"] = meaning["segment"]
        limit = meaning.pop("limit", self.chance.choice([None, None, 1, 2, 3, 10]))
        if limit:
            meaning["limit"] = request["Limit"] = limit
        self.shape(request, meaning, found, places)
        if self.likely(0.08):
            meaning["start"] = request["ExclusiveStartKey"] = self.start_key(spec, found, meaning)
        return self.finish(operation, request, meaning, places)

    def start_key(self, spec, found, meaning):
        """Returns a start key. No item need exist there, but a Query's key must lie within its key condition."""
        fixed = {name: values[0] for name, op, values in meaning.get("keys", ()) if op == "=" and self.likely(0.97)}
        start = {name: stored(fixed.get(name) or self.scalar(spec["types"][name], 3)) for name in dict.fromkeys(found["keys"])}
        if self.likely(0.05):
            self.spoil(spec, start)
        return start

    def shape(self, request, meaning, found, places):
        """Returns filter, projection and Select. A filter reads the index's attributes. There is no filter where rows
        are fetched, because the facts do not record the charge.
        """
        everything = PLAIN_ATTRIBUTES + KEY_ATTRIBUTES
        held = everything if found["projected"] is None else sorted(set(found["projected"]) | set(found["keys"]))
        self.project(request, meaning, held if self.likely(0.8) else everything, places)
        if self.likely(0.15):
            choices = ["COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES"]
            meaning["select"] = request["Select"] = self.chance.choice(choices if self.likely(0.3) else choices[:2])
        asked = {path[0] for path in meaning.get("projection", ())}
        if meaning.get("select") == "ALL_ATTRIBUTES" and found["projected"] is not None or not asked <= set(held):
            return
        if self.likely(0.35):
            names = [name for name in held if name not in found["keys"]] if "keys" in meaning and self.likely(0.97) else held
            if names:
                meaning["filter"] = self.condition(names)
                request["FilterExpression"] = condition_text(meaning["filter"], places)

    # --- Batches ---

    def batch_write(self):
        tables, request = {}, {"RequestItems": {}}
        for spec in self.chance.sample(self.specs, self.chance.randint(1, len(self.specs))):
            writes = []
            for _ in range(self.chance.randint(1, 8)):
                form = self.chance.choice(["put", "put", "delete"])
                given = self.item(spec) if form == "put" else self.key(spec)
                if all(same_key(spec, given, other) is False for _, other in writes) or self.likely(0.02):
                    writes.append((form, given))
            tables[spec["name"]] = writes
            request["RequestItems"][spec["name"]] = [
                {"PutRequest": {"Item": given}} if form == "put" else {"DeleteRequest": {"Key": given}} for form, given in writes]
        return self.batch("BatchWriteItem", request, {"tables": tables})

    def batch_get(self):
        tables, request = {}, {"RequestItems": {}}
        for spec in self.chance.sample(self.specs, self.chance.randint(1, len(self.specs))):
            keys = []
            # Few keys for large items, because an answer has a size limit.
            for _ in range(self.chance.randint(1, 5 if self.large else 12)):
                key = self.key(spec)
                if not any(same_key(spec, key, other) for other in keys) or key in keys and self.likely(0.02):
                    keys.append(key)
            part = {"keys": keys, "consistent": self.likely(0.5), "projection": None}
            asked = {"Keys": keys, "ConsistentRead": part["consistent"]}
            if self.likely(0.3):
                places = Placeholders()
                part["projection"] = [(name,) for name in self.chance.sample(PLAIN_ATTRIBUTES + KEY_ATTRIBUTES, 3)]
                asked["ProjectionExpression"] = projection_text(part["projection"], places)
                places.into(asked)
            tables[spec["name"]], request["RequestItems"][spec["name"]] = part, asked
        return self.batch("BatchGetItem", request, {"tables": tables})

    def batch(self, operation, request, meaning):
        if self.likely(0.7):
            meaning["capacity"] = request["ReturnConsumedCapacity"] = self.chance.choice(["TOTAL", "INDEXES"])
        return Step(operation, request, meaning)


def key_schema(hashes, ranges):
    return [{"AttributeName": name, "KeyType": "HASH"} for name in hashes] + [{"AttributeName": name, "KeyType": "RANGE"} for name in ranges]


def definitions(spec, names):
    return [{"AttributeName": name, "AttributeType": spec["types"][name]} for name in names]


def index_request(index, hashes):
    return {"IndexName": index["name"], "KeySchema": key_schema(hashes, index["range"]), "Projection": projection_of(index["projected"])}


def projection_of(projected):
    if projected is None:
        return {"ProjectionType": "ALL"}
    return {"ProjectionType": "INCLUDE", "NonKeyAttributes": projected} if projected else {"ProjectionType": "KEYS_ONLY"}


def index_names(spec):
    """Returns None for the table itself, then its indexes, also those that may not exist."""
    return [None] + [each["name"] for each in spec["indexes"] + spec["later"]]


def index_of(spec, name):
    """Returns hash, range, keys (with the table's) and projected attributes of an index or of the table."""
    table = {"kind": "table", "hash": spec["hash"], "range": spec["range"], "projected": None}
    found = next((each for each in spec["indexes"] + spec["later"] if each["name"] == name), table)
    hashes = found.get("hash", spec["hash"])
    return {"kind": found["kind"], "hash": hashes, "range": found["range"], "projected": found["projected"],
            "keys": hashes + found["range"] + spec["hash"] + spec["range"]}


def key_condition_text(condition, places):
    name, op, values = condition
    texts = [places.value(value) for value in values]
    path = path_text((name,), places)
    if op == "between":
        return f"{path} BETWEEN {texts[0]} AND {texts[1]}"
    return f"begins_with({path}, {texts[0]})" if op == "begins" else f"{path} {op} {texts[0]}"


def wrong_key_type(spec, action):
    name = action[1][0]
    return name in KEY_ATTRIBUTES and action[0] == "SET" and (action[2][0] != "value" or next(iter(action[2][1])) != spec["types"][name])


def same_key(spec, one, other):
    """Whether two items have one key; None for keys that fit no schema."""
    try:
        return all(plain(one[name]) == plain(other[name]) for name in spec["hash"] + spec["range"])
    except (KeyError, TypeError):
        return None


def plain(value):
    """Two spellings of one number are one key."""
    back = {written: text for text, written in SAME_NUMBERS.items()}
    return back.get(value["N"], value["N"]) if "N" in value else tuple(sorted(value.items()))
