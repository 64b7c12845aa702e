#!/usr/bin/python3
"""Checks generated Python against the vectors of the C++ executor: arguments to exact requests, answers to entities."""

import base64
import dataclasses
import json
import pathlib
import sys
import unittest
from decimal import Decimal
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import generated  # noqa: E402

# Members of a request that equal their default.
DEFAULTS = {"ConsistentRead": False, "ScanIndexForward": True}


def native(wire):
    """Converts a value in DynamoDB's JSON to a Python value."""
    (kind, content), = wire.items()
    if kind == "N":
        return Decimal(content)
    if kind == "B":
        return base64.b64decode(content)
    if kind == "M":
        return {name: native(each) for name, each in content.items()}
    if kind == "L":
        return [native(each) for each in content]
    return None if kind == "NULL" else content


def typed(kind, wire):
    value = native(wire)
    return int(value) if kind in ("integer", "long") else value


def bytes_as_text(value):
    """Encodes bytes as base64: boto3's requests contain bytes, JSON contains base64."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, dict):
        return {name: bytes_as_text(each) for name, each in value.items()}
    return [bytes_as_text(each) for each in value] if isinstance(value, list) else value


def answer_of(value):
    """Converts an answer to the form that boto3 returns."""
    if isinstance(value, dict):
        return {name: base64.b64decode(each) if name == "B" and isinstance(each, str) else answer_of(each) for name, each in value.items()}
    return [answer_of(each) for each in value] if isinstance(value, list) else value


class RecordedClient:
    """Answers each request of a case once, in any order."""

    def __init__(self, test, exchanges):
        self.test = test
        self.left = list(exchanges)

    def take(self, operation, given):
        sent = {name: value for name, value in bytes_as_text(given).items() if DEFAULTS.get(name) is not value}
        for exchange in self.left:
            if exchange["operation"] == operation and exchange["input"] == sent:
                self.left.remove(exchange)
                return answer_of(exchange["output"])
        same = [each["input"] for each in self.left if each["operation"] == operation]
        self.test.fail(f"{operation} {json.dumps(sent)} is not among {json.dumps(same)}")

    def get_item(self, **given):
        return self.take("GetItem", given)

    def query(self, **given):
        return self.take("Query", given)

    def scan(self, **given):
        return self.take("Scan", given)

    def execute_statement(self, **given):
        return self.take("ExecuteStatement", given)

    def put_item(self, **given):
        return self.take("PutItem", given)

    def update_item(self, **given):
        return self.take("UpdateItem", given)

    def delete_item(self, **given):
        return self.take("DeleteItem", given)

    def transact_write_items(self, **given):
        return self.take("TransactWriteItems", given)


class Model:
    """A generated module, and its vectors."""

    def __init__(self, name):
        self.vectors = json.loads((HERE / "vectors" / f"{name}.json").read_text(encoding="utf-8"))
        self.module = generated.module(name)
        self.runtime = sys.modules["stator_runtime"]

    def entity(self, record, wire):
        kind = getattr(self.module, record)
        types = self.vectors["records"][record]
        values = {name: typed(types[name], value) for name, value in wire.items()}
        return kind(**{field: values.get(name) for field, name in kind.ATTRIBUTES.items()})

    def row(self, record, fields):
        return getattr(self.module, record)(*(typed(field["type"], field["value"]) for field in fields))

    def argument(self, argument):
        if "type" in argument:
            return typed(argument["type"], argument["value"])
        record, value = argument["record"], argument["value"]
        if record not in self.vectors["records"]:
            return [self.row(record, each) for each in value]
        return [self.entity(record, each) for each in value] if isinstance(value, list) else self.entity(record, value)

    def call(self, test, function, case):
        client = RecordedClient(test, case["exchanges"])
        store = getattr(self.module, self.vectors["store"])(client)
        call = getattr(store, function["function"].lower())
        random, now = self.vectors["random"], self.vectors["now"]
        with mock.patch.object(self.runtime.random, "randrange", lambda shards: random % shards), \
                mock.patch.object(self.runtime.time, "time", lambda: now):
            result = call(*(self.argument(each) for each in case["arguments"]))
        test.assertEqual(client.left, [], "requests that were not sent")
        return result


class Vectors(unittest.TestCase):
    def check(self, name):
        model = Model(name)
        cases = 0
        for function in model.vectors["functions"]:
            for number, case in enumerate(function["cases"]):
                with self.subTest(model=name, function=function["function"], case=number):
                    result = model.call(self, function, case)
                    self.check_result(model, case.get("result", []), result)
                    cases += 1
        self.assertGreater(cases, len(model.vectors["functions"]) * 0.8, "most functions have a vector")

    def check_result(self, model, parts, result):
        if len(parts) > 1:
            results = [getattr(result, field.name) for field in dataclasses.fields(result)]
        else:
            results = [result] * len(parts)
        for part, found in zip(parts, results):
            if "items" in part:  # of a statement, as they are
                self.assertEqual(found, [{name: native(value) for name, value in item.items()} for item in part["items"]])
                continue
            wanted = [model.entity(part["record"], each) for each in part["entities"]]
            self.assertEqual(found if part["many"] else [each for each in [found] if each is not None], wanted)

    def test_orders(self):
        self.check("orders")

    def test_fleet(self):
        self.check("fleet")

    def test_parcels(self):
        self.check("parcels")

    def test_printed_code_contains_its_runtime(self):
        self.assertTrue(hasattr(generated.printed_module("orders").OrdersStore, "a1"))


if __name__ == "__main__":
    unittest.main()
