#!/usr/bin/env python3
"""Runs random programs of requests against a server and a naive model. Every answer must be equal, down to error codes,
pages and units. A failing program is reduced to the shortest one that still fails, and printed with its seed.

    random_program.py --server STATOR [--programs 30] [--steps 300] [--seed N] [--cross-partition-commits off]
"""

import argparse
import copy
import itertools
import json
import os
import pathlib
import random
import re
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from program import Step  # noqa: E402
from statements import classic_answer, statement_answer, statement_of  # noqa: E402
from stator_server import Connection, StatorServer  # noqa: E402
from transaction_program import TransactionProgram  # noqa: E402
from transactions import TransactionalDatabase  # noqa: E402
from values import arranged_item  # noqa: E402

SHORTENING_SECONDS = 30
INDEX_SECONDS_MAX = 30
SHOWN_CHARACTERS_MAX = 1500
ATTEMPTS = itertools.count(1)


class Difference(Exception):
    def __init__(self, step, expected, got):
        super().__init__(step.operation)
        self.step, self.expected, self.got = step, expected, got


def comparable(operation, status, body):
    """An answer in the model's form."""
    if status != 200:
        code = body.get("__type", "").partition("#")[2]
        if "CancellationReasons" in body:
            return (status, code, reasons_in(body))
        return (status, code, arranged_item(body["Item"]) if "Item" in body else None)
    if operation.endswith("Table"):
        return (200, None)
    for member in ("Item", "Attributes"):
        if member in body:
            body[member] = arranged_item(body[member])
    if "Items" in body:
        body["Items"] = [arranged_item(item) for item in body["Items"]]
    if operation == "TransactGetItems":
        body["Responses"] = [{name: arranged_item(item) for name, item in each.items()} for each in body["Responses"]]
    elif "Responses" in body:
        # Batches answer in no particular order.
        body["Responses"] = {name: in_any_order(map(arranged_item, items)) for name, items in body["Responses"].items()}
    if isinstance(body.get("ConsumedCapacity"), list):
        by_table = {each["TableName"]: each for each in body["ConsumedCapacity"]}
        if len(by_table) == len(body["ConsumedCapacity"]):
            body["ConsumedCapacity"] = by_table
    return (200, body)


def reasons_in(body):
    """Returns the cancellation reasons without the texts; the message must name the same codes."""
    reasons = body["CancellationReasons"]
    named = body["Message"].partition("[")[2].partition("]")[0].split(", ")
    if named != [reason["Code"] for reason in reasons] or any(("Message" in reason) != (reason["Code"] != "None") for reason in reasons):
        return body
    return [{name: arranged_item(held) if name == "Item" else held for name, held in reason.items() if name != "Message"} for reason in reasons]


def in_any_order(items):
    return sorted(items, key=lambda item: json.dumps(item, sort_keys=True))


def await_indexes(connection, table):
    """Waits until every index exists, or is gone."""
    deadline = time.monotonic() + INDEX_SECONDS_MAX
    while time.monotonic() < deadline:
        status, body = connection.call("DescribeTable", {"TableName": table})
        indexes = body.get("Table", {}).get("GlobalSecondaryIndexes", [])
        if status != 200 or body["Table"]["TableStatus"] == "ACTIVE" and all(each["IndexStatus"] == "ACTIVE" for each in indexes):
            return
    raise TimeoutError(f"the indexes of {table} do not settle")


def run_statement(connection, model, step, expected):
    """Asks the same again in PartiQL: a read that succeeds must have the same answer as a SELECT."""
    table = model.tables.get(step.meaning.get("table"))
    request = statement_of(step, table) if expected[0] == 200 and table else None
    if request is None:
        return
    status, body, explanation = connection.explained("ExecuteStatement", request)
    if status == 400 and "does not project" in body.get("message", ""):
        return  # a keyed SELECT refuses filters on attributes that an index lacks
    wanted = classic_answer(step.operation, expected[1])
    got = statement_answer(body) if status == 200 else body
    if got != wanted:
        raise Difference(Step("ExecuteStatement", request, step.meaning), (200, wanted), (status, got))
    run_explained(connection, step, request, got, explanation)


def run_explained(connection, step, statement, answered, explanation):
    """Sends the request that the explanation of a statement names: it must have the statement's items and units."""
    classic = (explanation or {}).get("request")
    if classic is None:
        return
    capacity = {member: statement[member] for member in ("ReturnConsumedCapacity",) if member in statement}
    request = {**classic["input"], **capacity}
    status, body = connection.call(classic["operation"], request)
    got = classic_answer(classic["operation"], comparable(classic["operation"], status, body)[1]) if status == 200 else body
    if got != answered:
        raise Difference(Step(classic["operation"], request, step.meaning), (200, answered), (status, got))


def as_of(attempt, request):
    """Makes a token unique: the server remembers tokens for minutes, and each run of a program needs new ones."""
    token = request.get("ClientRequestToken")
    return {**request, "ClientRequestToken": f"{token}-{attempt}"} if token else request


class Runner:
    """Runs programs against servers and the model. Every server must give the model's answer to every step."""

    def __init__(self, connections):
        self.connections = connections

    def run(self, steps):
        """Returns the number of the first differing step and the difference, or None."""
        model, attempt = TransactionalDatabase(), next(ATTEMPTS)
        try:
            for place, step in enumerate(steps):
                try:
                    self.run_step(model, step, attempt)
                    if place == len(steps) - 1:
                        self.end(model, step)
                except Difference as difference:
                    return place, difference
            return None
        finally:
            for name in list(model.tables):
                for connection in self.connections:
                    connection.call("DeleteTable", {"TableName": name})

    def end(self, model, step):
        """Checks what must hold after the last step."""

    def run_step(self, model, step, attempt):
        """Runs one step, with all its pages if it asks for them."""
        while True:
            expected = model.answer(step)
            if expected[0] == 200 and step.operation == "BatchGetItem":
                expected[1]["Responses"] = {name: in_any_order(items) for name, items in expected[1]["Responses"].items()}
            for connection in self.connections:
                got = comparable(step.operation, *connection.call(step.operation, as_of(attempt, step.request)))
                if got != expected:
                    raise Difference(step, expected, got)
                run_statement(connection, model, step, expected)
                if step.operation == "UpdateTable":
                    await_indexes(connection, step.request["TableName"])
            last = expected[1].get("LastEvaluatedKey") if expected[0] == 200 and expected[1] else None
            if last is None or not step.meaning.get("walk"):
                return
            step = Step(step.operation, {**step.request, "ExclusiveStartKey": last}, {**step.meaning, "start": last})


def signature(difference):
    """Returns a key that equal differences share."""
    return difference.step.operation, difference.expected[:2] if difference.expected[0] != 200 else 200, difference.got[0]


def shortest(runner, steps, wanted):
    """Removes steps without which the last step fails in the same way; halves first, then single steps."""
    deadline = time.monotonic() + SHORTENING_SECONDS
    size = len(steps) // 2
    while size >= 1 and time.monotonic() < deadline:
        begin = 0
        while begin + size < len(steps) and time.monotonic() < deadline:
            shorter = steps[:begin] + steps[begin + size:]
            failed = runner.run(shorter)
            if failed is not None and failed[0] == len(shorter) - 1 and signature(failed[1]) == wanted:
                steps = shorter
            else:
                begin += size
        size //= 2
    return steps


def shown(value):
    text = re.sub("t{40,}", lambda run: f"<t × {len(run.group())}>", json.dumps(value, ensure_ascii=False, default=str))
    return text if len(text) <= SHOWN_CHARACTERS_MAX else f"{text[:SHOWN_CHARACTERS_MAX]}… ({len(text)} characters)"


def differing(expected, got):
    """Returns the members in which two answers differ."""
    if expected[0] != 200 or got[0] != 200:
        return expected, got
    members = [name for name in {**expected[1], **got[1]} if expected[1].get(name) != got[1].get(name)]
    return tuple({name: body[name] for name in members if name in body} for body in (expected[1], got[1]))


def report(seed, runner, steps, failed):
    steps = shortest(runner, steps[:failed[0] + 1], signature(failed[1]))
    place, difference = runner.run(steps) or failed
    print(f"seed {seed}: the answers differ. The shortest program found that shows it:", file=sys.stderr)
    for step in steps[:-1]:
        print(f"> {step.operation}\n{shown(step.request)}", file=sys.stderr)
    print(f"> {difference.step.operation}\n{shown(difference.step.request)}", file=sys.stderr)
    expected, got = differing(difference.expected, difference.got)
    print(f"expected {shown(expected)}\ngot      {shown(got)}", file=sys.stderr)


def steps_of(seed, count):
    """Every sixth program has large items, and fewer steps for it."""
    large = seed % 6 >= 5
    return list(TransactionProgram(random.Random(seed), f"t{seed}", large).steps(count // 2 if large else count))


def passes(seed, runner, steps):
    """Runs one program and reports its first difference, if any."""
    failed = runner.run(copy.deepcopy(steps))
    if failed is not None:
        report(seed, runner, steps, failed)
    return failed is None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=os.environ.get("STATOR"))
    parser.add_argument("--programs", type=int, default=int(os.environ.get("STATOR_MODEL_PROGRAMS", "30")))
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32), help="of the first program; the next has the next")
    parser.add_argument("--cross-partition-commits", choices=("on", "off"), default="on", help="off: transactions in two phases")
    options = parser.parse_args()
    common = ["--cross-partition-commits", options.cross_partition_commits]
    with tempfile.TemporaryDirectory() as folder, StatorServer(options.server, ["--memory", *common]) as memory, \
            StatorServer(options.server, ["--data", folder, "--durability", "os", *common]) as disk:  # both engines
        runners = [Runner([Connection(server.port)]) for server in (memory, disk)]
        for seed in range(options.seed, options.seed + options.programs):
            if not passes(seed, runners[seed % 2], steps_of(seed, options.steps)):
                return 1
    print(f"{options.programs} programs from seed {options.seed}: every answer as the model's")
    return 0


if __name__ == "__main__":
    sys.exit(main())
