#!/usr/bin/python3
"""PartiQL through boto3 and the AWS CLI as Debian packages them."""

import json
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from aws_environment import AwsCli  # noqa: E402
from boto3_case import ALL, Boto3Case  # noqa: E402


class StatementsTest(Boto3Case):
    def setUp(self):
        self.table = self.single_table("Orders", {"by-status": ("status", "SK", ALL)})
        for number in range(25):
            self.run_one("INSERT INTO Orders VALUE {'PK': ?, 'SK': ?, 'status': ?, 'total': ?}",
                         {"S": f"c{number % 5}"}, {"S": f"o{number:02}"}, {"S": "open" if number < 3 else "paid"}, {"N": str(number)})

    def run_one(self, statement, *parameters, **more):
        if parameters:
            more["Parameters"] = list(parameters)
        return self.client.execute_statement(Statement=statement, **more)

    def pages(self, statement, *parameters, **more):
        """Follows NextToken; returns the items and the number of pages."""
        items, pages, token = [], 0, {}
        while True:
            answer = self.run_one(statement, *parameters, **more, **token)
            items += answer["Items"]
            pages += 1
            if "NextToken" not in answer:
                return items, pages
            token = {"NextToken": answer["NextToken"]}

    def test_reads_by_key_by_index_by_in_and_by_scan(self):
        one = self.run_one("SELECT total FROM Orders WHERE PK = ? AND SK = ?", {"S": "c1"}, {"S": "o06"})
        self.assertEqual(one["Items"], [{"total": {"N": "6"}}])
        found, _ = self.pages("SELECT SK FROM Orders.\"by-status\" WHERE status = 'open' ORDER BY SK DESC")
        self.assertEqual([item["SK"]["S"] for item in found], ["o02", "o01", "o00"])
        found, pages = self.pages("SELECT SK FROM Orders WHERE PK IN ['c0', 'c1', 'c2']")
        self.assertEqual((len(found), pages), (15, 2))
        found, pages = self.pages("SELECT * FROM Orders WHERE total >= ?", {"N": "20"}, Limit=10)
        self.assertEqual({item["SK"]["S"] for item in found}, {f"o{number}" for number in range(20, 25)})
        self.assertEqual(pages, 3)

    def test_updates_and_deletes_return_items(self):
        answer = self.run_one("UPDATE Orders SET total = total + 5 REMOVE status WHERE PK = 'c0' AND SK = 'o00' RETURNING MODIFIED NEW *")
        self.assertEqual(answer["Items"], [{"total": {"N": "5"}}])
        answer = self.run_one("DELETE FROM Orders WHERE PK = 'c0' AND SK = 'o00' RETURNING ALL OLD *")
        self.assertEqual(answer["Items"], [{"PK": {"S": "c0"}, "SK": {"S": "o00"}, "total": {"N": "5"}}])
        with self.refused("ConditionalCheckFailedException"):
            self.run_one("UPDATE Orders SET total = 1 WHERE PK = 'c0' AND SK = 'o00'")
        with self.refused("DuplicateItemException"):
            self.run_one("INSERT INTO Orders VALUE {'PK': 'c1', 'SK': 'o01'}")

    def test_a_batch_with_a_bad_slot(self):
        answer = self.client.batch_execute_statement(Statements=[
            {"Statement": "SELECT SK FROM Orders WHERE PK = 'c1' AND SK = 'o01'"},
            {"Statement": "SELECT SK FROM Orders WHERE PK = 'c1' AND SK ="},
            {"Statement": "SELECT SK FROM Orders WHERE PK = ? AND SK = ?", "Parameters": [{"S": "c1"}, {"S": "none"}]}])
        first, second, third = answer["Responses"]
        self.assertEqual(first["Item"], {"SK": {"S": "o01"}})
        self.assertEqual(second["Error"]["Code"], "ValidationError")
        self.assertNotIn("Item", third)

    def test_a_transaction_whose_exists_cancels_it(self):
        statements = [
            {"Statement": "EXISTS(SELECT * FROM Orders WHERE PK = 'c1' AND SK = 'o01' AND status = 'paid')"},
            {"Statement": "UPDATE Orders SET total = 0 WHERE PK = 'c1' AND SK = 'o06'"}]
        with self.assertRaises(self.client.exceptions.TransactionCanceledException) as refused:
            self.client.execute_transaction(TransactStatements=statements)
        reasons = refused.exception.response["CancellationReasons"]
        self.assertEqual([reason["Code"] for reason in reasons], ["ConditionalCheckFailed", "None"])
        statements[0]["Statement"] = statements[0]["Statement"].replace("paid", "open")
        self.client.execute_transaction(TransactStatements=statements)
        item = self.run_one("SELECT total FROM Orders WHERE PK = 'c1' AND SK = 'o06'")["Items"]
        self.assertEqual(item, [{"total": {"N": "0"}}])

    def test_the_resource_speaks_python_types(self):
        client = self.resource.meta.client
        answer = client.execute_statement(Statement="SELECT total FROM Orders WHERE PK = ? AND SK = ?", Parameters=["c1", "o06"])
        self.assertEqual(answer["Items"], [{"total": 6}])

    def test_the_aws_cli(self):
        aws = AwsCli(self.endpoint)
        self.addCleanup(aws.close)
        answer = aws("execute-statement", "--statement", "SELECT SK FROM Orders WHERE PK = ? AND total > 20",
                     "--parameters", json.dumps([{"S": "c1"}]))
        self.assertEqual(answer["Items"], [{"SK": {"S": "o21"}}])
        self.assertIn("wasn't well formed", aws.refusal("execute-statement", "--statement", "SELECT"))


if __name__ == "__main__":
    unittest.main()
