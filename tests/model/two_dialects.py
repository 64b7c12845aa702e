#!/usr/bin/env python3
"""Runs each random program on two servers. One gets every write as a classic request, the other as a PartiQL statement.
Every answer must be the model's: items, units and error codes, also in batches and transactions. At the end the streams of
the two servers must hold the same records, byte for byte in their sizes.

    two_dialects.py --server STATOR [--programs 20] [--steps 300] [--seed N] [--cross-partition-commits off]
"""

import argparse
import contextlib
import copy
import os
import pathlib
import random
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from program import Step, same_key  # noqa: E402
from random_program import Difference, Runner, as_of, comparable, passes  # noqa: E402
from statement_writes import (  # noqa: E402
    comparable_slot, expected_of, expected_of_transaction, fits, slot_of, transaction_twin, twin_of)
from stator_server import Connection, StatorServer  # noqa: E402
from stream_records import records_of, shards_of  # noqa: E402
from tables import write_units  # noqa: E402
from transaction_program import TransactionProgram  # noqa: E402
from values import Refused, arranged_item, item_size, stored_item  # noqa: E402

BATCH_MAX = 25
REFUSALS = ("ValidationException", "TransactionCanceledException")


class DialectProgram(TransactionProgram):
    """Adds batches of statements. The classic server gets their members one by one."""

    def makers(self):
        return {**super().makers(), self.batch_of_statements: 10}

    def create_table(self, spec):
        step = super().create_table(spec)
        step.request["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
        return step

    def batch_of_statements(self):
        members = []
        for _ in range(self.chance.choice([1, 2, 4, 8, BATCH_MAX])):
            maker = self.chance.choice([self.put_item, self.update_item, self.delete_item])
            step = maker()
            spec = next((each for each in self.specs if each["name"] == step.meaning["table"]), None)
            given = step.meaning.get("item") or step.meaning.get("key")
            if spec and all(other is not spec or same_key(spec, given, held) is False for other, held, _ in members):
                members.append((spec, given, step))
        return Step("BatchExecuteStatement", {}, {"members": [step for _, _, step in members]}) if members else []


class DialectRunner(Runner):
    """Runs programs on two servers: `connections` are the classic one and the one for statements."""

    def __init__(self, connections):
        super().__init__(connections)
        self.counts = {}
        self.token_twins = {}

    def run(self, steps):
        self.token_twins = {}
        return super().run(steps)

    def run_step(self, model, step, attempt):
        if step.operation == "DeleteTable" and step.meaning["table"] in model.tables:
            self.compare_streams(step.meaning["table"], step)
        if step.operation == "BatchExecuteStatement":
            return self.run_batch(model, step)
        if step.operation == "TransactWriteItems":
            twin = self.twin_of_transaction(model, step)
            return self.run_transaction(model, twin, attempt) if twin else super().run_step(model, step, attempt)
        twin = twin_of(step, model)
        if twin is None:
            return super().run_step(model, step, attempt)
        classic = self.run_classic(model, twin)
        self.require_same(twin, "ExecuteStatement", twin.statement, expected_of(twin, classic))
        return None

    def run_classic(self, model, twin, attempt=None):
        """Runs the classic request of a twin and returns the model's answer."""
        expected, step = model.answer(twin.classic), twin.classic
        request = as_of(attempt, step.request) if attempt is not None else step.request
        got = comparable(step.operation, *self.connections[0].call(step.operation, request))
        if got != expected:
            raise Difference(step, expected, got)
        return expected

    def require_same(self, twin, operation, request, expected):
        status, body = self.connections[1].call(operation, request)
        got = comparable_statement(status, body)
        if got != expected:
            raise Difference(Step(operation, request, twin.classic.meaning), expected, got)
        kind = request.get("Statement", "transaction").partition(" ")[0], expected[0] if expected[0] == 200 else expected[1]
        self.counts[kind] = self.counts.get(kind, 0) + 1

    # --- Transactions ---

    def twin_of_transaction(self, model, step):
        """A token's transaction must succeed in both dialects: the fate of a cancelled one's token is not on record."""
        twin, token = transaction_twin(step, model), step.meaning.get("token")
        if token is None or twin is None and token in self.token_twins:
            return twin
        if token not in self.token_twins:
            self.token_twins[token] = twin is not None and copy.deepcopy(model).answer(twin.classic)[0] == 200
        return twin if self.token_twins[token] else None

    def run_transaction(self, model, twin, attempt):
        sound = fits(twin, model)
        expected = expected_of_transaction(twin, self.run_classic(model, twin, attempt))
        request = as_of(attempt, twin.statement)
        if sound:
            return self.require_same(twin, "ExecuteTransaction", request, expected)
        status, body = self.connections[1].call("ExecuteTransaction", request)
        code = body.get("__type", "").partition("#")[2]
        if status != 400 or code not in REFUSALS:
            raise Difference(Step("ExecuteTransaction", request, twin.classic.meaning), expected, (status, body))
        return None

    # --- Batches ---

    def run_batch(self, model, step):
        request, slots, capacities = {"Statements": [], "ReturnConsumedCapacity": "INDEXES"}, [], {}
        for member in step.meaning["members"]:
            member = Step(member.operation, member.request, {**member.meaning, "capacity": "INDEXES"})
            twin = twin_of(member, model)
            if twin is None:
                continue
            held = stored_size(model, twin)
            answer = self.run_classic(model, twin)
            slots.append(slot_of(twin, answer))
            add_capacity(capacities, twin.classic.meaning["table"], answer, held)
            request["Statements"].append({name: twin.statement[name] for name in ("Statement", "Parameters") if name in twin.statement})
        if not slots:
            return
        expected = {"Responses": slots}
        if succeeded := {name: capacity for name, capacity in capacities.items() if capacity["any"]}:
            expected["ConsumedCapacity"] = {name: capacity_answer(name, capacity) for name, capacity in succeeded.items()}
        status, body = self.connections[1].call("BatchExecuteStatement", request)
        got = comparable_batch(body) if status == 200 else body
        if got != expected:
            raise Difference(Step("BatchExecuteStatement", request, {}), (200, expected), (status, got))
        for slot in slots:
            kind = "batch", slot.get("Error", 200)
            self.counts[kind] = self.counts.get(kind, 0) + 1

    # --- Streams ---

    def end(self, model, step):
        for name in model.tables:
            self.compare_streams(name, step)

    def compare_streams(self, table, step):
        classic, statements = (changes_of(connection, table) for connection in self.connections)
        for key in {**classic, **statements}:
            if classic.get(key) != statements.get(key):
                shown = Step("GetRecords", {"TableName": table, "Keys": key}, step.meaning)
                raise Difference(shown, (400, "stream", classic.get(key)), (400, "stream", statements.get(key)))


def changes_of(connection, table):
    """Returns the changes of each key in a table's stream. Members of a batch are written in any order."""
    arn = connection.call("DescribeTable", {"TableName": table})[1]["Table"]["LatestStreamArn"]
    changes = {}
    for shard in shards_of(connection, arn):
        for record in records_of(connection, arn, shard):
            change = record["dynamodb"]
            images = {name: arranged_item(change[name]) for name in ("OldImage", "NewImage") if name in change}
            changes.setdefault(str(sorted(change["Keys"].items())), []).append((record["eventName"], images, change["SizeBytes"]))
    return changes


def comparable_statement(status, body):
    """An answer to a statement or a transaction of statements, in the model's form."""
    if status != 200:
        return comparable("", status, body)
    if "Items" in body:
        body["Items"] = [arranged_item(item) for item in body["Items"]]
    if isinstance(body.get("ConsumedCapacity"), list):
        body["ConsumedCapacity"] = {each["TableName"]: each for each in body["ConsumedCapacity"]}
    return (200, body)


def comparable_batch(body):
    answer = {"Responses": [comparable_slot(slot) for slot in body["Responses"]]}
    if "ConsumedCapacity" in body:
        answer["ConsumedCapacity"] = {each["TableName"]: each for each in body["ConsumedCapacity"]}
    return answer


# --- Units of batches ---

def stored_size(model, twin):
    """Returns the size of the item that a write meets, or 0."""
    meaning = twin.classic.meaning
    table, given = model.tables[meaning["table"]], meaning.get("item") or meaning.get("key")
    try:
        held = table.items.get(table.identity_of(stored_item(given)))
    except Refused:
        return 0
    return item_size(held) if held is not None else 0


def add_capacity(capacities, name, answer, held):
    """Adds one member. A failed one counts in the total alone."""
    capacity = capacities.setdefault(name, {"any": False, "failed": 0.0, "parts": {}})
    if answer[0] != 200:
        if answer[1] == "ConditionalCheckFailedException":
            capacity["failed"] += write_units(held)
        return
    capacity["any"] = True
    for part, units in parts_of(answer[1]["ConsumedCapacity"]).items():
        capacity["parts"][part] = capacity["parts"].get(part, 0.0) + units


def parts_of(consumed):
    parts = {("Table",): consumed["Table"]["CapacityUnits"]}
    for kind in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes"):
        parts.update({(kind, name): units["CapacityUnits"] for name, units in consumed.get(kind, {}).items()})
    return parts


def capacity_answer(name, capacity):
    answer = {"TableName": name, "CapacityUnits": capacity["failed"] + sum(capacity["parts"].values())}
    for part, units in capacity["parts"].items():
        if part == ("Table",):
            answer["Table"] = {"CapacityUnits": units}
        else:
            answer.setdefault(part[0], {})[part[1]] = {"CapacityUnits": units}
    return answer


def steps_of(seed, count):
    """Every eighth program has large items, and fewer steps for it."""
    large = seed % 8 == 7
    return list(DialectProgram(random.Random(seed), f"d{seed}", large).steps(count // 2 if large else count))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=os.environ.get("STATOR"))
    parser.add_argument("--programs", type=int, default=int(os.environ.get("STATOR_MODEL_PROGRAMS", "20")))
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32), help="of the first program; the next has the next")
    parser.add_argument("--cross-partition-commits", choices=("on", "off"), default="on", help="off: transactions in two phases")
    options = parser.parse_args()
    common = ["--cross-partition-commits", options.cross_partition_commits]
    with contextlib.ExitStack() as stack:
        folders = [stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(2)]
        engines = [["--memory"], ["--memory"], *(["--data", folder, "--durability", "os"] for folder in folders)]
        ports = [stack.enter_context(StatorServer(options.server, [*engine, *common])).port for engine in engines]
        runners = [DialectRunner([Connection(port) for port in ports[place:place + 2]]) for place in (0, 2)]
        for seed in range(options.seed, options.seed + options.programs):
            if not passes(seed, runners[seed % 2], steps_of(seed, options.steps)):
                return 1
    counts = [f"{counted} {kind} {code}" for (kind, code), counted in sorted(merged(runners).items(), key=str)]
    print(f"{options.programs} programs from seed {options.seed}, every answer and record the same: {', '.join(counts)}")
    return 0


def merged(runners):
    counts = {}
    for runner in runners:
        for kind, counted in runner.counts.items():
            counts[kind] = counts.get(kind, 0) + counted
    return counts


if __name__ == "__main__":
    sys.exit(main())
