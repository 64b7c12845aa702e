#!/usr/bin/python3
"""The rare patterns that five articles leave to a Scan, an export or PartiQL, because no index serves them. Each is a
statement of a model beside this file. The test shows its explain, which says scan, and its price a month beside that of
the index that would save the scan."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from boto3_case import Boto3Case  # noqa: E402

MODELS = HERE / "rare_patterns"


def stator(*arguments):
    return subprocess.run([os.environ["STATOR"], "model", *arguments], check=True, capture_output=True, text=True).stdout


def explained(params, **_):
    params["headers"]["x-stator-explain"] = "1"


class RarePatterns(Boto3Case):
    def setUp(self):
        self.client.meta.events.register("before-call.dynamodb.ExecuteStatement", explained)
        self.addCleanup(self.client.meta.events.unregister, "before-call.dynamodb.ExecuteStatement", explained)

    def store(self, model, items):
        """Makes the model's table and puts the items."""
        create, = (request["CreateTable"] for request in json.loads(stator("generate", str(MODELS / model), "--to", "create-table")))
        self.client.create_table(**create)
        self.addCleanup(self.client.delete_table, TableName=create["TableName"])
        table = self.resource.Table(create["TableName"])
        with table.batch_writer() as batch:
            for item in items:
                batch.put_item(Item=item)
        return table

    def check(self, model, items, parameters, expected, dollars):
        """Runs the model's statement R. `dollars`: of the scans, and what all would cost more with the index."""
        self.store(model, items)
        checked = json.loads(stator("check", str(MODELS / model), "--json"))
        self.assertEqual(checked["findings"], [])
        pattern, = (each for each in checked["patterns"] if each["id"] == "R")
        statement = pattern["statement"]
        self.assertEqual([each["operation"] for each in statement["access"]], ["Scan"])
        answer = self.client.execute_statement(Statement=statement["text"], Parameters=parameters)
        self.assertEqual(sorted(answer["Items"], key=str), sorted(expected, key=str))
        explain = json.loads(answer["ResponseMetadata"]["HTTPHeaders"]["x-stator-explain"])
        self.assertEqual([each["access"] for each in explain["access"]], ["scan"])
        self.assertEqual(explain["because"], statement["because"])
        self.assertEqual(explain["itemsExamined"], len(items))
        self.assertEqual(explain["request"]["operation"], "Scan")
        rare, = (each for each in json.loads(stator("price", str(MODELS / model), "--json"))["rare"] if each["id"] == "R")
        self.assertEqual((f"{rare['dollars']:.2f}", f"{rare['moreWithIndex']:.2f}"), dollars)
        self.assertIn("verified: ", stator("verify", str(MODELS / model)))

    def test_theatre_all_shows_of_a_tenant(self):
        items = [
            {"PK": "TENANT#acme#SHOW#phantom", "SK": "METADATA", "tenant": "acme", "showId": "phantom", "title": "The Phantom"},
            {"PK": "TENANT#acme#SHOW#phantom", "SK": "REVIEW#r1", "tenant": "acme", "stars": 5},
            {"PK": "TENANT#acme#SHOW#cats", "SK": "METADATA", "tenant": "acme", "showId": "cats", "title": "Cats"},
            {"PK": "TENANT#other#SHOW#cats", "SK": "METADATA", "tenant": "other", "showId": "cats", "title": "Cats"}]
        self.check(
            "theatre.std", items, [{"S": "TENANT#acme#SHOW#"}, {"S": "acme"}],
            [{"showId": {"S": "phantom"}, "title": {"S": "The Phantom"}}, {"showId": {"S": "cats"}, "title": {"S": "Cats"}}],
            ("0.21", "3.09"))
        with self.refused("ValidationException"):  # the article's request
            self.client.query(
                TableName="Catalogue", KeyConditionExpression="PK BEGINS_WITH :pk",
                ExpressionAttributeValues={":pk": {"S": "TENANT#acme#SHOW#"}})

    def test_shop_orders_of_a_month(self):
        items = [
            {"PK": "CUSTOMER#1", "SK": f"ORDER#{date}#{number}", "orderId": f"{number}", "date": date, "status": status, "total": 10}
            for number, (date, status) in enumerate((("2024-03-01", "SHIPPED"), ("2024-03-31", "SHIPPED"), ("2024-04-01", "SHIPPED"), ("2024-03-15", "PENDING")))]
        self.check(
            "shop.std", items, [{"S": "SHIPPED"}, {"S": "2024-03-01"}, {"S": "2024-03-31"}],
            [{"orderId": {"S": "0"}, "total": {"N": "10"}}, {"orderId": {"S": "1"}, "total": {"N": "10"}}], ("12.11", "72.88"))

    def test_store_products_of_a_category_under_50_dollars(self):
        items = [{"PK": "USER#445", "SK": "PROFILE#445", "name": "Jane Smith"}] + [
            {"PK": f"PROD#{sku}", "SK": f"DETAIL#{sku}", "sku": sku, "category": category, "price": price}
            for sku, category, price in (("SKU-99", "Electronics", 45), ("SKU-98", "Electronics", 50), ("SKU-97", "Books", 12))]
        self.check(
            "store.std", items, [{"S": "Electronics"}], [{"sku": {"S": "SKU-99"}, "price": {"N": "45"}}], ("4.67", "-3.02"))

    def test_ecommerce_orders_of_april_for_analytics(self):
        items = [
            {"PK": "CUSTOMER#C001", "SK": "ORDER#2026-04-01#O1", "orderId": "O1", "channel": "web", "total": 30},
            {"PK": "CUSTOMER#C002", "SK": "ORDER#2026-04-30#O2", "orderId": "O2", "channel": "web", "total": 40},
            {"PK": "CUSTOMER#C002", "SK": "ORDER#2026-04-30#O3", "orderId": "O3", "channel": "app", "total": 50},
            {"PK": "CUSTOMER#C002", "SK": "ORDER#2026-05-01#O4", "orderId": "O4", "channel": "web", "total": 60}]
        self.check(
            "ecommerce.std", items, [{"S": "ORDER#2026-04"}, {"S": "web"}],
            [{"orderId": {"S": "O1"}, "total": {"N": "30"}}, {"orderId": {"S": "O2"}, "total": {"N": "40"}}], ("1.49", "15.78"))

    def test_order_service_items_that_a_backfill_has_not_reached(self):
        items = [
            {"PK": "CUST#a1b2", "SK": "ORDER#2026-06-01#o-1", "status": "OPEN"},
            {"PK": "CUST#a1b2", "SK": "ORDER#2026-06-02#o-2", "status": "OPEN", "GSI3PK": "OPEN"},
            {"PK": "CUST#a1b2", "SK": "ORDER#2026-06-03#o-3", "status": "CLOSED"},
            {"PK": "ORDER#o-1", "SK": "ITEM#001", "sku": "ABC"}]
        self.check(
            "order_service.std", items, [{"S": "OPEN"}], [{"PK": {"S": "CUST#a1b2"}, "SK": {"S": "ORDER#2026-06-01#o-1"}}],
            ("13.05", "187.43"))


if __name__ == "__main__":
    unittest.main()
