#!/usr/bin/python3
"""Celery's result backend on DynamoDB: it creates its table, enables time to live, and stores, reads and forgets
results.
"""

import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from celery import Celery, states  # noqa: E402

from boto3_case import Boto3Case  # noqa: E402


class CeleryResults(Boto3Case):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        app = Celery("results", backend="dynamodb://test:test@us-east-1/results?read=5&write=5&ttl_seconds=3600")
        app.conf.dynamodb_endpoint_url = cls.endpoint
        cls.backend = app.backend

    def test_results_are_stored_and_forgotten(self):
        self.assertEqual(self.backend.get_state("t1"), states.PENDING)
        self.backend.store_result("t1", {"sum": 42, "parts": [1, 2]}, states.SUCCESS)
        self.assertEqual(self.backend.get_state("t1"), states.SUCCESS)
        self.assertEqual(self.backend.get_result("t1"), {"sum": 42, "parts": [1, 2]})
        self.backend.forget("t1")
        self.assertEqual(self.backend.get_state("t1"), states.PENDING)

    def test_a_result_expires_by_its_time_to_live(self):
        self.backend.store_result("t2", "kept", states.SUCCESS)
        description = self.client.describe_time_to_live(TableName="results")["TimeToLiveDescription"]
        self.assertEqual((description["TimeToLiveStatus"], description["AttributeName"]), ("ENABLED", "ttl"))
        items = self.client.scan(TableName="results")["Items"]
        self.assertIn("ttl", items[0])


if __name__ == "__main__":
    unittest.main()
