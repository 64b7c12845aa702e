#!/usr/bin/python3
"""The access patterns of an article on layered sort keys, overloaded and sparse indexes and write sharding, with boto3.
Its .NET sample is the wire script Query/dotnet_sample.wire. Where the article is wrong, the test shows DynamoDB's
answer."""

import pathlib
import random
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from boto3.dynamodb.conditions import Key  # noqa: E402

from boto3_case import ALL, KEYS_ONLY, Boto3Case  # noqa: E402

C001 = "CUSTOMER#C001"
O100, O099 = "ORDER#2026-04-18#O100", "ORDER#2026-04-15#O099"
ITEMS = [
    {"PK": C001, "SK": "PROFILE", "Name": "Nguyen Van A", "Email": "a@mail.com", "GSI1PK": "EMAIL#a@mail.com", "GSI1SK": C001},
    {"PK": C001, "SK": O100, "Total": 2500000, "Status": "processing", "GSI1PK": "STATUS#processing", "GSI1SK": "2026-04-18",
     "GSI2PK": "ORDER#O100", "UnpaidGSIPK": "UNPAID", "UnpaidGSISK": "2026-04-18"},
    {"PK": C001, "SK": f"{O100}#ITEM#1", "Product": "Laptop", "Qty": 1, "Price": 2500000},
    {"PK": C001, "SK": O099, "Total": 350000, "Status": "delivered", "GSI1PK": "STATUS#delivered", "GSI1SK": "2026-04-15",
     "GSI2PK": "ORDER#O099"},
    {"PK": C001, "SK": f"{O099}#ITEM#1", "Product": "Book", "Qty": 2, "Price": 175000},
    {"PK": "CUSTOMER#C002", "SK": "PROFILE", "Name": "Tran Thi B", "Email": "b@mail.com"},
    {"PK": "PRODUCT#P001", "SK": "METADATA", "GSI1PK": "CATEGORY#electronics", "GSI1SK": "PRODUCT#P001", "Name": "Laptop Pro 2026"},
]


class Commerce(Boto3Case):
    def setUp(self):
        self.table = self.single_table("ECommerceTable", {
            "GSI1": ("GSI1PK", "GSI1SK", ALL), "GSI2": ("GSI2PK", None, KEYS_ONLY), "Unpaid": ("UnpaidGSIPK", "UnpaidGSISK", ALL)})
        with self.table.batch_writer() as batch:
            for item in ITEMS:
                batch.put_item(Item=item)

    def sort_keys(self, condition, **request):
        return [item["SK"] for item in self.table.query(KeyConditionExpression=condition, **request)["Items"]]

    def test_a_customer_with_everything(self):
        self.assertEqual(self.sort_keys(Key("PK").eq(C001)), [O099, f"{O099}#ITEM#1", O100, f"{O100}#ITEM#1", "PROFILE"])

    def test_profile(self):
        self.assertEqual(self.table.get_item(Key={"PK": C001, "SK": "PROFILE"})["Item"]["Name"], "Nguyen Van A")

    def test_a_prefix_of_orders_also_matches_their_lines(self):
        # The article calls these all orders of a customer. The lines are in the same range.
        found = self.sort_keys(Key("PK").eq(C001) & Key("SK").begins_with("ORDER#"))
        self.assertEqual(found, [O099, f"{O099}#ITEM#1", O100, f"{O100}#ITEM#1"])
        april = self.sort_keys(Key("PK").eq(C001) & Key("SK").begins_with("ORDER#2026-04"))
        self.assertEqual(april, found)

    def test_a_range_without_the_tilde_misses_the_last_day(self):
        day = Key("PK").eq(C001)
        self.assertEqual(
            self.sort_keys(day & Key("SK").between("ORDER#2026-04-15", "ORDER#2026-04-18")), [O099, f"{O099}#ITEM#1"])
        self.assertEqual(len(self.sort_keys(day & Key("SK").between("ORDER#2026-04-15", "ORDER#2026-04-18~"))), 4)

    def test_a_prefix_of_an_order_needs_a_delimiter_at_its_end(self):
        self.table.put_item(Item={"PK": C001, "SK": "ORDER#2026-04-18#O1000"})
        key = Key("PK").eq(C001)
        # The article's prefix ends in the middle of an id, so order O1000 matches, too.
        self.assertEqual(
            self.sort_keys(key & Key("SK").begins_with(O100)), [O100, f"{O100}#ITEM#1", "ORDER#2026-04-18#O1000"])
        self.assertEqual(self.sort_keys(key & Key("SK").begins_with(f"{O100}#")), [f"{O100}#ITEM#1"])
        self.assertEqual(self.sort_keys(key & Key("SK").between(O100, f"{O100}#~")), [O100, f"{O100}#ITEM#1"])

    def test_one_index_serves_three_patterns(self):
        for partition, found in (("EMAIL#a@mail.com", ["PROFILE"]), ("STATUS#processing", [O100]), ("CATEGORY#electronics", ["METADATA"])):
            self.assertEqual(self.sort_keys(Key("GSI1PK").eq(partition), IndexName="GSI1"), found)

    def test_orders_of_one_status_and_day_share_an_index_key(self):
        # The index key contains only the day. Entries with equal keys all stay, across pages, too.
        for n in range(7):
            self.table.put_item(Item={"PK": f"CUSTOMER#D{n}", "SK": f"ORDER#2026-04-18#P{n}", "GSI1PK": "STATUS#processing", "GSI1SK": "2026-04-18"})
        seen, pages, start = [], 0, {}
        while True:
            page = self.table.query(IndexName="GSI1", KeyConditionExpression=Key("GSI1PK").eq("STATUS#processing"), Limit=3, **start)
            seen, pages = seen + [item["PK"] for item in page["Items"]], pages + 1
            if "LastEvaluatedKey" not in page:
                break
            self.assertEqual(set(page["LastEvaluatedKey"]), {"PK", "SK", "GSI1PK", "GSI1SK"})
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
        self.assertEqual(sorted(seen), sorted([C001] + [f"CUSTOMER#D{n}" for n in range(7)]))
        self.assertEqual(pages, 3)

    def test_an_order_by_its_id(self):
        found = self.table.query(IndexName="GSI2", KeyConditionExpression=Key("GSI2PK").eq("ORDER#O100"))["Items"]
        self.assertEqual(found, [{"PK": C001, "SK": O100, "GSI2PK": "ORDER#O100"}])

    def test_unpaid_orders(self):
        def unpaid():
            return self.sort_keys(Key("UnpaidGSIPK").eq("UNPAID"), IndexName="Unpaid")
        self.assertEqual(unpaid(), [O100])
        self.table.update_item(Key={"PK": C001, "SK": O100}, UpdateExpression="REMOVE UnpaidGSIPK")
        self.assertEqual(unpaid(), [])  # one missing attribute of two key attributes is enough

    def test_a_hot_attribute_in_an_item_of_its_own_is_cheap_to_write(self):
        self.table.put_item(Item={"PK": "PAGE#1", "SK": "CONTENT", "text": "x" * 9000, "views": 0})
        self.table.put_item(Item={"PK": "PAGE#1", "SK": "VIEWS", "views": 0})
        for sort_key, units in (("CONTENT", 9.0), ("VIEWS", 1.0)):
            answer = self.table.update_item(
                Key={"PK": "PAGE#1", "SK": sort_key}, UpdateExpression="ADD #v :one", ExpressionAttributeNames={"#v": "views"},
                ExpressionAttributeValues={":one": 1}, ReturnConsumedCapacity="TOTAL")
            self.assertEqual(answer["ConsumedCapacity"]["CapacityUnits"], units)


class Organisation(Boto3Case):
    def setUp(self):
        self.table = self.single_table("Organisation")
        self.sort_keys_written = [
            "DEPT#engineering", "DEPT#engineering#TEAM#platform", "DEPT#engineering#TEAM#platform#MEM#tu001",
            "DEPT#engineering#TEAM#backend", "DEPT#engineering#TEAM#backend#MEM#an002"]
        with self.table.batch_writer() as batch:
            for sort_key in self.sort_keys_written:
                batch.put_item(Item={"PK": "ORG#FPT", "SK": sort_key})

    def below(self, prefix):
        condition = Key("PK").eq("ORG#FPT") & Key("SK").begins_with(prefix)
        return [item["SK"] for item in self.table.query(KeyConditionExpression=condition)["Items"]]

    def test_a_department(self):
        self.assertEqual(self.below("DEPT#engineering"), sorted(self.sort_keys_written))

    def test_a_team(self):
        self.assertEqual(
            self.below("DEPT#engineering#TEAM#platform"), ["DEPT#engineering#TEAM#platform", "DEPT#engineering#TEAM#platform#MEM#tu001"])

    def test_a_prefix_without_a_delimiter_matches_the_neighbour(self):
        # Not in the article: a department whose name begins with another's name. Keys that end in # separate them.
        self.table.put_item(Item={"PK": "ORG#FPT", "SK": "DEPT#engineering2"})
        self.assertIn("DEPT#engineering2", self.below("DEPT#engineering"))
        self.assertNotIn("DEPT#engineering2", self.below("DEPT#engineering#"))


class Enrolments(Boto3Case):
    def test_two_items_serve_both_directions(self):
        table = self.single_table("Enrolments")
        with table.batch_writer() as batch:
            batch.put_item(Item={"PK": "STUDENT#S01", "SK": "COURSE#C01", "Grade": "A"})
            batch.put_item(Item={"PK": "STUDENT#S01", "SK": "COURSE#C02", "Grade": "B+"})
            batch.put_item(Item={"PK": "COURSE#C01", "SK": "STUDENT#S01", "Enrolled": "2026-01"})
            batch.put_item(Item={"PK": "COURSE#C01", "SK": "STUDENT#S02", "Enrolled": "2026-02"})
        courses = table.query(KeyConditionExpression=Key("PK").eq("STUDENT#S01") & Key("SK").begins_with("COURSE#"))["Items"]
        self.assertEqual([(item["SK"], item["Grade"]) for item in courses], [("COURSE#C01", "A"), ("COURSE#C02", "B+")])
        students = table.query(KeyConditionExpression=Key("PK").eq("COURSE#C01") & Key("SK").begins_with("STUDENT#"))["Items"]
        self.assertEqual([item["SK"] for item in students], ["STUDENT#S01", "STUDENT#S02"])


class Counters(Boto3Case):
    def test_the_shards_of_a_counter_add_up(self):
        table, chance = self.single_table("Counters"), random.Random(42)
        for _ in range(100):
            table.update_item(
                Key={"PK": f"GLOBAL_COUNTER#{chance.randrange(10)}", "SK": "COUNT"}, UpdateExpression="ADD #v :one",
                ExpressionAttributeNames={"#v": "Value"}, ExpressionAttributeValues={":one": 1})
        keys = [{"PK": f"GLOBAL_COUNTER#{shard}", "SK": "COUNT"} for shard in range(10)]
        shards = self.resource.batch_get_item(RequestItems={"Counters": {"Keys": keys, "ConsistentRead": True}})["Responses"]["Counters"]
        self.assertEqual(len(shards), 10)
        self.assertEqual(sum(item["Value"] for item in shards), 100)


if __name__ == "__main__":
    unittest.main()
