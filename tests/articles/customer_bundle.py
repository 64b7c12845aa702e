#!/usr/bin/python3
"""The access patterns and the boto3 sample of an article that puts customers, their orders and products under
overloaded keys. Where the article is wrong, the test shows DynamoDB's answer."""

import pathlib
import sys
import unittest
from decimal import Decimal

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from boto3.dynamodb.conditions import Key  # noqa: E402

from boto3_case import KEYS_ONLY, Boto3Case, include  # noqa: E402

ITEMS = [
    {"PK": "USER#445", "SK": "PROFILE#445", "Name": "Jane Smith", "Tier": "Premium"},
    {"PK": "USER#445", "SK": "ORDER#2024-05-01", "Total": Decimal("89.99"), "Status": "Shipped"},
    {"PK": "USER#445", "SK": "ORDER#2024-05-10", "Total": Decimal("12.50"), "Status": "Pending", "OrderId": "o-2"},
    {"PK": "PROD#SKU-99", "SK": "DETAIL#SKU-99", "Price": Decimal("45.00"), "Stock": 12, "Category": "Electronics", "PriceKey": "00045.00#SKU-99"},
    {"PK": "PROD#SKU-7", "SK": "DETAIL#SKU-7", "Price": Decimal("120"), "Stock": 1, "Category": "Electronics", "PriceKey": "00120.00#SKU-7"},
]


class CustomerBundle(Boto3Case):
    def setUp(self):
        self.table = self.single_table("ProductionStore", {
            "pending": ("OrderId", None, KEYS_ONLY), "by-price": ("Category", "PriceKey", include("Price"))})
        with self.table.batch_writer() as batch:
            for item in ITEMS:
                batch.put_item(Item=item)

    def fetch_customer_bundle(self, user_id):
        return self.table.query(KeyConditionExpression=Key("PK").eq(f"USER#{user_id}"))["Items"]

    def test_profile_and_orders_in_one_call(self):
        self.assertEqual(self.fetch_customer_bundle("445"), [ITEMS[1], ITEMS[2], ITEMS[0]])
        self.assertEqual(self.fetch_customer_bundle("nobody"), [])

    def test_profile_by_id(self):
        self.assertEqual(self.table.get_item(Key={"PK": "USER#445", "SK": "PROFILE#445"})["Item"], ITEMS[0])

    def test_the_last_five_orders(self):
        orders = self.table.query(
            KeyConditionExpression=Key("PK").eq("USER#445") & Key("SK").begins_with("ORDER#"), ScanIndexForward=False, Limit=5)
        self.assertEqual(orders["Items"], [ITEMS[2], ITEMS[1]])
        self.assertNotIn("LastEvaluatedKey", orders)

    def test_profile_with_the_last_five_orders_in_one_query(self):
        # Reads backwards from the profile, because PROFILE# sorts behind ORDER#.
        for day in range(11, 17):
            self.table.put_item(Item={"PK": "USER#445", "SK": f"ORDER#2024-05-{day}"})
        page = self.table.query(KeyConditionExpression=Key("PK").eq("USER#445"), ScanIndexForward=False, Limit=6)
        self.assertEqual(
            [item["SK"] for item in page["Items"]], ["PROFILE#445"] + [f"ORDER#2024-05-{day}" for day in range(16, 11, -1)])
        self.assertEqual(page["LastEvaluatedKey"], {"PK": "USER#445", "SK": "ORDER#2024-05-12"})

    def test_a_day_does_not_identify_an_order(self):
        # ORDER#<day> is the article's whole key: a second order of that day overwrites the first.
        self.table.put_item(Item={"PK": "USER#445", "SK": "ORDER#2024-05-01", "Total": 1})
        orders = [item for item in self.fetch_customer_bundle("445") if item["SK"].startswith("ORDER#")]
        self.assertEqual([item["Total"] for item in orders], [1, Decimal("12.5")])
        with self.refused("ConditionalCheckFailedException"):
            self.table.put_item(Item={"PK": "USER#445", "SK": "ORDER#2024-05-01"}, ConditionExpression="attribute_not_exists(PK)")

    def test_cheap_products_of_a_category(self):
        cheap = Key("Category").eq("Electronics") & Key("PriceKey").lt("00050.00")
        found = self.table.query(IndexName="by-price", KeyConditionExpression=cheap)["Items"]
        self.assertEqual([(item["PK"], item["Price"]) for item in found], [("PROD#SKU-99", Decimal(45))])

    def test_a_sparse_index_of_pending_orders(self):
        def pending():
            return [item["OrderId"] for item in self.table.scan(IndexName="pending")["Items"]]
        self.assertEqual(pending(), ["o-2"])
        found = self.table.query(IndexName="pending", KeyConditionExpression=Key("OrderId").eq("o-2"))["Items"]
        self.assertEqual(found, [{"PK": "USER#445", "SK": "ORDER#2024-05-10", "OrderId": "o-2"}])
        self.table.update_item(
            Key={"PK": "USER#445", "SK": "ORDER#2024-05-10"}, UpdateExpression="SET #s = :shipped REMOVE OrderId",
            ExpressionAttributeNames={"#s": "Status"}, ExpressionAttributeValues={":shipped": "Shipped"})
        self.assertEqual(pending(), [])

    def test_both_directions_of_an_enrolment(self):
        for student, course in (("S101", "C202"), ("S101", "C303"), ("S102", "C202")):
            self.resource.batch_write_item(RequestItems={"ProductionStore": [
                {"PutRequest": {"Item": {"PK": f"STUDENT#{student}", "SK": f"COURSE#{course}"}}},
                {"PutRequest": {"Item": {"PK": f"COURSE#{course}", "SK": f"STUDENT#{student}"}}}]})
        courses = self.table.query(KeyConditionExpression=Key("PK").eq("STUDENT#S101"))["Items"]
        self.assertEqual([item["SK"] for item in courses], ["COURSE#C202", "COURSE#C303"])
        students = self.table.query(KeyConditionExpression=Key("PK").eq("COURSE#C202"))["Items"]
        self.assertEqual([item["SK"] for item in students], ["STUDENT#S101", "STUDENT#S102"])


if __name__ == "__main__":
    unittest.main()
