#!/usr/bin/python3
"""The AWS CLI as Debian packages it: create a table, write, read, update on a condition, delete."""

import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from aws_environment import AwsCli  # noqa: E402
from stator_server import StatorServer  # noqa: E402


class AwsCliTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = StatorServer(os.environ["STATOR"]).start()
        cls.aws = AwsCli(cls.server.url())

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.aws.close()

    def test_the_life_of_a_table(self):
        table = ("--table-name", "Music")
        key = ("--key", '{"Artist": {"S": "A"}, "Song": {"S": "B"}}')
        self.aws(
            "create-table", *table, "--attribute-definitions", "AttributeName=Artist,AttributeType=S", "AttributeName=Song,AttributeType=S",
            "--key-schema", "AttributeName=Artist,KeyType=HASH", "AttributeName=Song,KeyType=RANGE", "--billing-mode", "PAY_PER_REQUEST")
        self.aws("wait", "table-exists", *table)
        self.aws("put-item", *table, "--item", '{"Artist": {"S": "A"}, "Song": {"S": "B"}, "Plays": {"N": "1"}, "Cover": {"B": "AP8="}}')
        item = self.aws("get-item", *table, *key, "--consistent-read")["Item"]
        self.assertEqual((item["Plays"], item["Cover"]), ({"N": "1"}, {"B": "AP8="}))
        updated = self.aws(
            "update-item", *table, *key, "--update-expression", "SET Plays = Plays + :one", "--condition-expression", "Plays < :max",
            "--expression-attribute-values", '{":one": {"N": "1"}, ":max": {"N": "10"}}', "--return-values", "UPDATED_NEW")
        self.assertEqual(updated, {"Attributes": {"Plays": {"N": "2"}}})
        self.assertIn("ConditionalCheckFailedException", self.aws.refusal(
            "put-item", *table, "--item", '{"Artist": {"S": "A"}, "Song": {"S": "B"}}', "--condition-expression", "attribute_not_exists(Artist)"))
        self.aws("delete-item", *table, *key)
        self.assertEqual(self.aws("get-item", *table, *key), {})
        self.assertEqual(self.aws("list-tables"), {"TableNames": ["Music"]})
        self.aws("delete-table", *table)
        self.aws("wait", "table-not-exists", *table)
        self.assertIn("ResourceNotFoundException", self.aws.refusal("describe-table", *table))


if __name__ == "__main__":
    unittest.main()
