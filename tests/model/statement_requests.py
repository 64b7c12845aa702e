#!/usr/bin/env python3
"""A statement and the classic request that its plan names do the same. Random statements run on random tables.

A read and its request must answer the same items and units. A write runs on one table and its request on a twin of
that table: the two must have the same answers, error codes, units, items, index entries and stream records. What a plan
knows of items and units exactly, or as a bound, must hold.

    statement_requests.py --server STATOR [--tables 12] [--steps 150] [--seed N]
"""

import argparse
import json
import os
import pathlib
import random
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from expressions import condition_text, operand_text, path_text  # noqa: E402
from program import PLAIN_ATTRIBUTES, Program, index_of  # noqa: E402
from statements import Parameters, key_text  # noqa: E402
from stator_server import Connection, StatorServer  # noqa: E402
from values import arranged_item  # noqa: E402

RETURNINGS = {"ALL_OLD": "ALL OLD", "ALL_NEW": "ALL NEW", "UPDATED_OLD": "MODIFIED OLD", "UPDATED_NEW": "MODIFIED NEW"}
# INSERT has an error of its own for the condition that fails in its PutItem.
SAME_CODES = {"DuplicateItemException": "ConditionalCheckFailedException"}
SAME_REASONS = {"DuplicateItem": "ConditionalCheckFailed"}
MEMBERS = {"PutItem": "Put", "UpdateItem": "Update", "DeleteItem": "Delete"}
PAGES_MAX = 200
TRANSACTIONS = 0.1  # of all steps


class Difference(Exception):
    """The statement and its request differ."""


class StatementProgram(Program):
    """Makes statements for one table."""

    def __init__(self, chance, name):
        super().__init__(chance, name, large=False)
        self.specs = self.specs[:1]
        self.spec_of_all = self.specs[0]

    def spec(self, name):
        return {**super().spec(name), "later": []}

    def global_index(self, name):
        """Statements read no index whose key has several attributes of a kind."""
        index = super().global_index(name)
        return {**index, "hash": index["hash"][:1], "range": index["range"][:1]}

    def create_requests(self):
        """The same table twice: for the statements, and for the classic requests."""
        request = {**self.create_table(self.spec_of_all).request,
                   "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}}
        return [{**request, "TableName": f"{self.prefix}{which}"} for which in ("-statements", "-classic")]

    def table(self):
        return f'"{self.prefix}-statements"'

    def statement(self):
        makers = {self.insert: 30, self.update: 30, self.delete: 10, self.select: 40}
        made = None
        while made is None:
            made = self.chance.choices(list(makers), makers.values())[0]()
        return made

    def transaction(self):
        """Returns writes that a transaction may have. Some of them may name one item."""
        writes = []
        count = self.chance.randint(1, 4)
        while len(writes) < count:
            made = self.chance.choice([self.insert, self.update, self.delete])()
            if made is not None and "RETURNING" not in made["Statement"]:
                made.pop("ReturnConsumedCapacity")
                writes.append(made)
        return writes

    def request(self, text, places):
        request = {"Statement": text, "ReturnConsumedCapacity": "INDEXES"}
        if places.values:
            request["Parameters"] = places.values
        return request

    # --- Writes ---

    def insert(self):
        places = Parameters()
        step = self.put_item()
        members = ", ".join(f"{quoted(name)}: {places.value(value)}" for name, value in step.meaning["item"].items())
        return self.request(f"INSERT INTO {self.table()} VALUE {{{members}}}", places)

    def finished(self, text, meaning, places):
        request = self.request(text, places)
        if "item on failure" in meaning:
            request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
        return request

    def update(self):
        step = self.update_item()
        places = Parameters()
        clauses = [self.clause(action, places) for action in step.meaning["actions"]]
        if not clauses or None in clauses:
            return None
        text = f"UPDATE {self.table()} {' '.join(clauses)} WHERE {self.where(step.meaning, places)}"
        returns = step.meaning.get("return", "NONE")
        if returns in RETURNINGS:
            text += f" RETURNING {RETURNINGS[returns]} *"
        return self.finished(text, step.meaning, places)

    def where(self, meaning, places):
        """Writes the terms in a random order. Values must be taken in the order of the text."""
        names = list(meaning["key"].items())
        self.chance.shuffle(names)
        condition = meaning.get("condition")
        first = condition is not None and self.likely(0.3)
        terms = [f"({condition_text(condition, places)})"] if first else []
        terms += [f"{path_text((name,), places)} = {places.value(value)}" for name, value in names]
        if condition is not None and not first:
            terms.append(f"({condition_text(condition, places)})")
        return " AND ".join(terms)

    def clause(self, action, places):
        verb, path = action[:2]
        target = path_text(path, places)
        if verb == "REMOVE":
            return f"REMOVE {target}"
        if verb == "DELETE":
            return f"SET {target} = set_delete({target}, {places.value(action[2])})"
        if verb == "ADD":
            value = places.value(action[2])
            return f"SET {target} = {target} + {value}" if "N" in action[2] else f"SET {target} = set_add({target}, {value})"
        return self.assignment(target, action[2], places)

    def assignment(self, target, new, places):
        if new[0] == "if_not_exists":
            return None  # PartiQL has none
        if new[0] == "list_append":
            left = operand_text(new[1], places)
            return f"SET {target} = list_append({left}, {operand_text(new[2], places)})"
        if new[0] in ("+", "-"):
            left = operand_text(new[1], places)
            return f"SET {target} = {left} {new[0]} {operand_text(new[2], places)}"
        return f"SET {target} = {operand_text(new, places)}"

    def delete(self):
        step = self.delete_item()
        places = Parameters()
        text = f"DELETE FROM {self.table()} WHERE {self.where(step.meaning, places)}"
        if step.meaning.get("return") == "ALL_OLD":
            text += " RETURNING ALL OLD *"
        return self.finished(text, step.meaning, places)

    # --- Reads ---

    def select(self):
        step = self.chance.choice([self.query, self.query, self.scan, self.get_item])()
        step = step[0] if isinstance(step, list) else step
        meaning, places = step.meaning, Parameters()
        found = index_of(self.spec_of_all, meaning.get("index"))
        paths = ", ".join(path_text(path, places) for path in meaning.get("projection", [])) or "*"
        index = f".\"{meaning['index']}\"" if meaning.get("index") else ""
        text = f"SELECT {paths} FROM {self.table()}{index}"
        terms = self.terms(step, found, places)
        if terms:
            text += f" WHERE {self.chance.choices([' AND ', ' OR '], (9, 1))[0].join(terms)}"
        if terms and meaning.get("backward"):
            text += f' ORDER BY "{found["range"][0]}" DESC' if found["range"] else f' ORDER BY "{found["hash"][0]}"'
        request = {**self.request(text, places), "ConsistentRead": meaning["consistent"]}
        if "limit" in meaning:
            request["Limit"] = meaning["limit"]
        return request

    def terms(self, step, found, places):
        meaning = step.meaning
        terms = [f"{path_text((name,), places)} = {places.value(value)}" for name, value in meaning.get("key", {}).items()]
        for name, op, values in meaning.get("keys", ()):
            if op == "=" and self.likely(0.15):
                choices = values + [self.scalar(self.spec_of_all["types"][name], 3) for _ in range(self.chance.choice([1, 2, 12]))]
                terms.append(f"{path_text((name,), places)} IN ({', '.join(map(places.value, choices))})")
            else:
                terms.append(key_text((name, op, values), places))
        if "filter" in meaning:
            terms.append(f"({condition_text(meaning['filter'], places)})")
        elif self.likely(0.2):
            terms.append(f"({condition_text(self.condition(PLAIN_ATTRIBUTES + found['keys']), places)})")
        return terms


def quoted(name):
    return "'" + name.replace("'", "''") + "'"


def code_of(body):
    code = body.get("__type", "").partition("#")[2]
    return SAME_CODES.get(code, code)


def reasons_of(body):
    reasons = body.get("CancellationReasons", [])
    return [(SAME_REASONS.get(each["Code"], each["Code"]), arranged_item(each.get("Item", {}))) for each in reasons]


def arranged(items):
    return [arranged_item(item) for item in items]


def require(same, what, *shown):
    if not same:
        raise Difference(what + "\n" + "\n".join(json.dumps(each, ensure_ascii=False)[:3000] for each in shown))


def check_known(plan, number, counted):
    """What the plan says it knows must hold."""
    how, expected = plan[f"{number}Known"], plan[number]
    require(how != "exact" or counted == expected, f"{number} are not exact: {counted}", plan)
    require(how != "atMost" or counted <= expected, f"{number} are more than the bound: {counted}", plan)


def units_in(body):
    consumed = dict(body.get("ConsumedCapacity", {}))
    consumed.pop("TableName", None)
    return consumed


class Run:
    """One table and its twin on one server."""

    def __init__(self, connection, program):
        self.connection, self.program = connection, program
        self.statements, self.classic = (f"{program.prefix}{which}" for which in ("-statements", "-classic"))
        self.counts = {"read": 0, "read with request": 0, "written": 0, "write failed": 0, "refused": 0,
                       "transacted": 0, "transaction failed": 0}

    def create(self):
        for request in self.program.create_requests():
            status, body = self.connection.call("CreateTable", request)
            require(status == 200, "CreateTable failed", request, body)

    def drop(self):
        for name in (self.statements, self.classic):
            self.connection.call("DeleteTable", {"TableName": name})

    def step(self, request):
        status, plan = self.connection.admin("POST", "explain", {"operation": "ExecuteStatement", "input": request})
        if status != 200:
            got, body = self.connection.call("ExecuteStatement", request)
            require(got == 400 and body.get("message", body.get("Message")) == plan["message"], "the plan is refused otherwise", plan, body)
            self.counts["refused"] += 1
        elif plan["statement"] == "select":
            self.read(request, plan)
        else:
            self.write(request, plan)

    # --- Reads ---

    def read(self, request, plan):
        self.counts["read"] += 1
        status, body, explanation = self.connection.explained("ExecuteStatement", request)
        require(status == 200, "the statement is refused, but has a plan", plan, body)
        if "request" in plan:
            self.counts["read with request"] += 1
            require(explanation.get("request", plan["request"]) == plan["request"], "the header names another request", plan, explanation)
            self.compare_read(plan["request"], body)
        examined, units, pages = self.all_pages(request, body, explanation)
        check_known(plan, "items", examined)
        check_known(plan, "units", units)
        exact = plan["itemsKnown"] == plan["unitsKnown"] == "exact"
        require(not exact or pages == plan["pages"], f"there are {pages} pages", plan)
        scans = any(each["access"] == "scan" for each in plan["access"])
        require(scans == ("because" in explanation), "a scan needs a reason", plan, explanation)

    def compare_read(self, classic, body):
        status, answer = self.connection.call(classic["operation"], {**classic["input"], "ReturnConsumedCapacity": "INDEXES"})
        require(status == 200, "the request is refused", classic, answer)
        items = [answer["Item"]] if "Item" in answer else answer.get("Items", [])
        require(arranged(items) == arranged(body["Items"]), "the items differ", classic, answer, body)
        require(answer["ConsumedCapacity"] == body["ConsumedCapacity"], "the units differ", classic, answer, body)
        if classic["operation"] != "GetItem" and "LastEvaluatedKey" in body:
            require(answer.get("LastEvaluatedKey") == body["LastEvaluatedKey"], "the positions differ", classic, answer, body)

    def all_pages(self, request, body, explanation):
        examined, units, pages = explanation["itemsExamined"], explanation["units"], 1
        while "NextToken" in body and pages < PAGES_MAX:
            status, body, explanation = self.connection.explained("ExecuteStatement", {**request, "NextToken": body["NextToken"]})
            require(status == 200, "a page is refused", request, body)
            if "request" in explanation:
                self.compare_read(explanation["request"], body)
            examined, units, pages = examined + explanation["itemsExamined"], units + explanation["units"], pages + 1
        return examined, units, pages

    # --- Writes ---

    def write(self, request, plan):
        require("request" in plan, "the write has no request", plan)
        classic = plan["request"]
        status, body, explanation = self.connection.explained("ExecuteStatement", request)
        twin = {**classic["input"], "TableName": self.classic, "ReturnConsumedCapacity": "INDEXES"}
        classic_status, answer = self.connection.call(classic["operation"], twin)
        require(status == classic_status, "one of them fails", classic, body, answer)
        if status == 200:
            self.counts["written"] += 1
            require(explanation.get("request", classic) == classic, "the header names another request", plan, explanation)
            require(units_in(body) == units_in(answer), "the units differ", classic, body, answer)
            returned = [answer["Attributes"]] if "Attributes" in answer else []
            require(arranged(body["Items"]) == arranged(returned), "the returned items differ", classic, body, answer)
            check_known(plan, "units", explanation["units"])
        else:
            self.counts["write failed"] += 1
            require(code_of(body) == code_of(answer), "the error codes differ", classic, body, answer)
            require(arranged_item(body.get("Item", {})) == arranged_item(answer.get("Item", {})), "the items of the errors differ", body, answer)
        self.compare_item(classic)

    def transact(self, statements):
        """Runs writes in one transaction, and their requests in a classic one."""
        plans = []
        for each in statements:
            status, plan = self.connection.admin("POST", "explain", {"operation": "ExecuteStatement", "input": each})
            if status != 200:
                return
            plans.append(plan["request"])
        members = [{MEMBERS[plan["operation"]]: {**plan["input"], "TableName": self.classic}} for plan in plans]
        capacity = {"ReturnConsumedCapacity": "INDEXES"}
        status, body, explanation = self.connection.explained("ExecuteTransaction", {"TransactStatements": statements, **capacity})
        classic_status, answer = self.connection.call("TransactWriteItems", {"TransactItems": members, **capacity})
        require(status == classic_status, "one of the transactions fails", statements, body, answer)
        if status == 200:
            self.counts["transacted"] += 1
            require(units_in(body["ConsumedCapacity"][0]) == units_in(answer["ConsumedCapacity"][0]), "the units differ", statements, body, answer)
            for plan, entry in zip(plans, explanation["statements"]):
                wanted = {"operation": MEMBERS[plan["operation"]], "input": plan["input"]}
                require(entry.get("request", wanted) == wanted, "the entry names another request", wanted, entry)
        else:
            self.counts["transaction failed"] += 1
            require(code_of(body) == code_of(answer), "the error codes differ", statements, body, answer)
            require(reasons_of(body) == reasons_of(answer), "the reasons differ", statements, body, answer)
        for plan in plans:
            self.compare_item(plan)

    def compare_item(self, classic):
        key = self.key_of(classic)
        answers = [self.connection.call("GetItem", {"TableName": name, "Key": key, "ConsistentRead": True}) for name in (self.statements, self.classic)]
        items = [arranged_item(body.get("Item", {})) for _, body in answers]
        require(items[0] == items[1], "the stored items differ", classic, *items)

    def key_of(self, classic):
        given = classic["input"].get("Key", classic["input"].get("Item"))
        spec = self.program.spec_of_all
        return {name: given[name] for name in spec["hash"] + spec["range"]}

    # --- The end ---

    def compare_all(self):
        for index in [None] + [each["name"] for each in self.program.spec_of_all["indexes"]]:
            both = [self.everything(name, index) for name in (self.statements, self.classic)]
            require(both[0] == both[1], f"the entries of {index or 'the table'} differ", *both)
        records = [self.records(name) for name in (self.statements, self.classic)]
        require(records[0] == records[1], "the stream records differ", *records)

    def everything(self, table, index):
        request = {"TableName": table, **({"IndexName": index} if index else {})}
        items = []
        while True:
            _, body = self.connection.call("Scan", request)
            items += arranged(body["Items"])
            if "LastEvaluatedKey" not in body:
                return sorted(items, key=lambda item: json.dumps(item, sort_keys=True))
            request["ExclusiveStartKey"] = body["LastEvaluatedKey"]

    def records(self, table):
        """The records of all shards, by item, without positions and times."""
        _, described = self.connection.call("DescribeTable", {"TableName": table})
        arn = described["Table"]["LatestStreamArn"]
        _, stream = self.connection.call("DescribeStream", {"StreamArn": arn})
        found = {}
        for shard in stream["StreamDescription"]["Shards"]:
            _, begin = self.connection.call("GetShardIterator", {
                "StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"})
            iterator = begin["ShardIterator"]
            while iterator:
                _, page = self.connection.call("GetRecords", {"ShardIterator": iterator})
                for record in page["Records"]:
                    change = record["dynamodb"]
                    images = {name: arranged_item(change[name]) for name in ("Keys", "NewImage", "OldImage") if name in change}
                    found.setdefault(json.dumps(images["Keys"], sort_keys=True), []).append(
                        [record["eventName"], images, change["SizeBytes"], change["StreamViewType"]])
                iterator = page.get("NextShardIterator") if page["Records"] else None
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=os.environ.get("STATOR"))
    parser.add_argument("--tables", type=int, default=int(os.environ.get("STATOR_STATEMENT_TABLES", "12")))
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32), help="of the first table; the next has the next")
    options = parser.parse_args()
    totals = {}
    with tempfile.TemporaryDirectory() as folder, StatorServer(options.server, ["--memory"]) as memory, \
            StatorServer(options.server, ["--data", folder, "--durability", "os"]) as disk:  # both engines
        connections = [Connection(server.port) for server in (memory, disk)]
        for seed in range(options.seed, options.seed + options.tables):
            run = Run(connections[seed % 2], StatementProgram(random.Random(seed), f"t{seed}"))
            run.create()
            request = None
            try:
                for _ in range(options.steps):
                    if run.program.likely(TRANSACTIONS):
                        request = run.program.transaction()
                        run.transact(request)
                    else:
                        request = run.program.statement()
                        run.step(request)
                run.compare_all()
            except Difference as difference:
                print(f"seed {seed}: {json.dumps(request, ensure_ascii=False)}\n{difference}", file=sys.stderr)
                return 1
            run.drop()
            for name, count in run.counts.items():
                totals[name] = totals.get(name, 0) + count
    print(f"{options.tables} tables from seed {options.seed}: {json.dumps(totals)}")
    missing = [name for name, count in totals.items() if count == 0]
    return f"no statement was {missing[0]}" if missing else 0


if __name__ == "__main__":
    sys.exit(main())
