#!/usr/bin/python3
"""An order service in one table, with the AWS CLI: the access patterns A1 to A7 and the commands of an article that
works backwards from them. Where the article is wrong, the test shows DynamoDB's answer."""

import hashlib
import json
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from boto3.dynamodb.conditions import Key  # noqa: E402

from aws_environment import AwsCli  # noqa: E402
from boto3_case import Boto3Case, include  # noqa: E402

TABLE = ("--table-name", "app-main")
CUSTOMER, O9001, O9044 = "CUST#a1b2", "ORDER#2026-06-01#o-9001", "ORDER#2026-06-03#o-9044"
ITEMS = [
    {"PK": CUSTOMER, "SK": "PROFILE", "name": "Ann", "email": "ann@example.com", "tier": "gold", "createdAt": "2026-01-01"},
    {"PK": CUSTOMER, "SK": O9001, "status": "OPEN", "total": "149.00", "custId": "a1b2", "GSI1PK": f"{CUSTOMER}#OPEN", "GSI1SK": "2026-06-01#o-9001",
     "GSI2PK": "OPEN", "GSI2SK": "2026-06-01#o-9001"},
    {"PK": CUSTOMER, "SK": O9044, "status": "SHIPPED", "total": "72.50", "custId": "a1b2", "GSI1PK": f"{CUSTOMER}#SHIPPED",
     "GSI1SK": "2026-06-03#o-9044"},
    {"PK": "ORDER#o-9001", "SK": "ITEM#001", "sku": "ABC", "qty": 2, "price": "49.50"},
    {"PK": "ORDER#o-9001", "SK": "ITEM#002", "sku": "XYZ", "qty": 1, "price": "50.00"},
]


def values(**named):
    """Returns --expression-attribute-values: numbers stay numbers, everything else is a string."""
    return ("--expression-attribute-values", json.dumps(
        {f":{name}": {"N": str(value)} if isinstance(value, int) else {"S": value} for name, value in named.items()}))


def key(partition, sort):
    return ("--key", json.dumps({"PK": {"S": partition}, "SK": {"S": sort}}))


def sort_keys(answer):
    return [item["SK"]["S"] for item in answer["Items"]]


class OrderService(Boto3Case):
    def setUp(self):
        self.table = self.single_table("app-main", {
            "GSI1": ("GSI1PK", "GSI1SK", include("status", "total")), "GSI2": ("GSI2PK", "GSI2SK", include("custId", "total"))})
        with self.table.batch_writer() as batch:
            for item in ITEMS:
                batch.put_item(Item=item)
        self.aws = AwsCli(self.endpoint)
        self.addCleanup(self.aws.close)

    def open_orders(self):
        return self.aws(
            "query", *TABLE, "--index-name", "GSI2", "--key-condition-expression", "GSI2PK = :open", *values(open="OPEN"), "--select", "COUNT")

    def in_status(self, status):
        answer = self.aws("query", *TABLE, "--index-name", "GSI1", "--key-condition-expression", "GSI1PK = :pk", *values(pk=f"{CUSTOMER}#{status}"))
        return sort_keys(answer)

    def test_a1_customer_by_id(self):
        self.assertEqual(self.aws("get-item", *TABLE, *key(CUSTOMER, "PROFILE"))["Item"]["tier"], {"S": "gold"})

    def test_a2_orders_newest_first(self):
        answer = self.aws(
            "query", *TABLE, "--key-condition-expression", "PK = :pk AND begins_with(SK, :prefix)", *values(pk=CUSTOMER, prefix="ORDER#"),
            "--no-scan-index-forward", "--return-consumed-capacity", "TOTAL")
        self.assertEqual(sort_keys(answer), [O9044, O9001])
        self.assertEqual((answer["Count"], answer["ScannedCount"], answer["ConsumedCapacity"]["CapacityUnits"]), (2, 2, 0.5))

    def test_a2_a_range_of_days(self):
        condition = "PK = :pk AND SK BETWEEN :from AND :to"
        bounds = values(**{"pk": CUSTOMER, "from": "ORDER#2026-06-02", "to": "ORDER#2026-06-04"})
        self.assertEqual(sort_keys(self.aws("query", *TABLE, "--key-condition-expression", condition, *bounds)), [O9044])

    def test_a2_by_pages_of_the_cli(self):
        # The CLI itself asks for page after page. --max-items makes tokens of its own from LastEvaluatedKey.
        request = ("query", *TABLE, "--key-condition-expression", "PK = :pk", *values(pk=CUSTOMER))
        self.assertEqual(sort_keys(self.aws(*request, "--page-size", "1")), [O9001, O9044, "PROFILE"])
        first = self.aws(*request, "--max-items", "2")
        rest = self.aws(*request, "--starting-token", first["NextToken"])
        self.assertEqual(sort_keys(first) + sort_keys(rest), [O9001, O9044, "PROFILE"])

    def test_a3_an_order_with_its_lines(self):
        answer = self.aws("query", *TABLE, "--key-condition-expression", "PK = :pk", *values(pk="ORDER#o-9001"))
        # The article expects the order's own row here. Its table has none: the order is under the customer.
        self.assertEqual(sort_keys(answer), ["ITEM#001", "ITEM#002"])

    def test_a4_orders_of_a_customer_in_a_status(self):
        self.assertEqual(self.in_status("SHIPPED"), [O9044])

    def test_a5_open_orders_of_all_customers(self):
        answer = self.open_orders()
        self.assertEqual((answer["Count"], "Items" in answer), (1, False))

    def test_a7_shipping_clears_the_sparse_index_but_leaves_a_stale_key(self):
        self.aws(
            "update-item", *TABLE, *key(CUSTOMER, O9001), "--update-expression", "SET #s = :shipped REMOVE GSI2PK, GSI2SK",
            "--expression-attribute-names", '{"#s": "status"}', *values(shipped="SHIPPED"))
        self.assertEqual(self.open_orders()["Count"], 0)
        # The article does not update GSI1PK, which contains the old status. So A4 still finds the shipped order among
        # the open ones.
        self.assertEqual((self.in_status("OPEN"), self.in_status("SHIPPED")), ([O9001], [O9044]))
        self.aws(
            "update-item", *TABLE, *key(CUSTOMER, O9001), "--update-expression", "SET GSI1PK = :key", *values(key=f"{CUSTOMER}#SHIPPED"))
        self.assertEqual((self.in_status("OPEN"), self.in_status("SHIPPED")), ([], [O9001, O9044]))

    def test_optimistic_concurrency(self):
        request = (
            "update-item", *TABLE, *key("ORDER#o-9001", "META"), "--update-expression", "SET #st = :new, version = :nextv",
            "--condition-expression", "version = :curv", "--expression-attribute-names", '{"#st": "status"}', *values(new="PAID", curv=7, nextv=8))
        # The article locks a row that its table does not have. No version equals 7.
        self.assertIn("ConditionalCheckFailedException", self.aws.refusal(*request))
        self.table.put_item(Item={"PK": "ORDER#o-9001", "SK": "META", "status": "OPEN", "version": 7})
        self.aws(*request)
        self.assertIn("ConditionalCheckFailedException", self.aws.refusal(*request))
        self.assertEqual(self.aws("get-item", *TABLE, *key("ORDER#o-9001", "META"))["Item"]["version"], {"N": "8"})

    def test_a6_an_order_and_its_lines_together(self):
        actions = ("--transact-items", json.dumps([
            {"Put": {"TableName": "app-main", "Item": {"PK": {"S": CUSTOMER}, "SK": {"S": "ORDER#2026-06-08#o-9100"}, "status": {"S": "OPEN"}},
                     "ConditionExpression": "attribute_not_exists(PK)"}},
            {"Put": {"TableName": "app-main", "Item": {"PK": {"S": "ORDER#o-9100"}, "SK": {"S": "ITEM#001"}, "sku": {"S": "ABC"}}}}]))
        written = self.aws("transact-write-items", *actions, "--return-consumed-capacity", "TOTAL")
        # Twice the cost of the same two puts.
        self.assertEqual(written["ConsumedCapacity"][0]["CapacityUnits"], 4.0)
        both = self.aws("transact-get-items", "--transact-items", json.dumps([
            {"Get": {"TableName": "app-main", "Key": {"PK": {"S": CUSTOMER}, "SK": {"S": "ORDER#2026-06-08#o-9100"}}}},
            {"Get": {"TableName": "app-main", "Key": {"PK": {"S": "ORDER#o-9100"}, "SK": {"S": "ITEM#001"}}}}]))
        self.assertEqual([response["Item"]["SK"]["S"] for response in both["Responses"]], ["ORDER#2026-06-08#o-9100", "ITEM#001"])
        # The CLI makes a new token for each call. So this is another transaction, and the order exists.
        refusal = self.aws.refusal("transact-write-items", *actions)
        self.assertIn("TransactionCanceledException", refusal)
        self.assertIn("[ConditionalCheckFailed, None]", refusal)

    def test_insert_only(self):
        item = ("--item", json.dumps({"PK": {"S": CUSTOMER}, "SK": {"S": "ORDER#2026-06-08#o-9100"}, "status": {"S": "OPEN"}}))
        insert = ("put-item", *TABLE, *item, "--condition-expression", "attribute_not_exists(PK)")
        self.aws(*insert)
        self.assertIn("ConditionalCheckFailedException", self.aws.refusal(*insert))

    def test_hierarchy(self):
        for path in ("Electronics", "Electronics#Audio", "Electronics#Audio#Headphones", "Electronics#Video"):
            self.table.put_item(Item={"PK": "CATALOG", "SK": f"CATEGORY#{path}"})
        answer = self.aws(
            "query", *TABLE, "--key-condition-expression", "PK = :pk AND begins_with(SK, :path)",
            *values(pk="CATALOG", path="CATEGORY#Electronics#Audio"))
        self.assertEqual(sort_keys(answer), ["CATEGORY#Electronics#Audio", "CATEGORY#Electronics#Audio#Headphones"])

    def test_members_of_groups_both_ways(self):
        for user, group in (("u1", "g1"), ("u1", "g2"), ("u2", "g1")):
            self.table.put_item(Item={"PK": f"USER#{user}", "SK": f"GROUP#{group}", "GSI1PK": f"GROUP#{group}", "GSI1SK": f"USER#{user}"})
        groups = self.table.query(KeyConditionExpression=Key("PK").eq("USER#u1") & Key("SK").begins_with("GROUP#"))["Items"]
        self.assertEqual([item["SK"] for item in groups], ["GROUP#g1", "GROUP#g2"])
        users = self.table.query(IndexName="GSI1", KeyConditionExpression=Key("GSI1PK").eq("GROUP#g1"))["Items"]
        self.assertEqual([item["PK"] for item in users], ["USER#u1", "USER#u2"])

    def test_a_filter_is_not_a_key_condition(self):
        answer = self.aws(
            "query", *TABLE, "--key-condition-expression", "PK = :pk", "--filter-expression", "#s = :open",
            "--expression-attribute-names", '{"#s": "status"}', *values(pk=CUSTOMER, open="OPEN"), "--return-consumed-capacity", "TOTAL")
        self.assertEqual((answer["Count"], answer["ScannedCount"]), (1, 3))


def shard_suffix(item_id, shards=10):
    return int(hashlib.md5(item_id.encode()).hexdigest(), 16) % shards


class Sharding(Boto3Case):
    def setUp(self):
        self.table = self.single_table("app-main")

    def test_a_day_of_orders_over_ten_partitions(self):
        # The article's comment says shard 7 for o-9001. Its own function returns 3.
        self.assertEqual(shard_suffix("o-9001"), 3)
        orders = [f"o-{n}" for n in range(9001, 9061)]
        with self.table.batch_writer() as batch:
            for order in orders:
                batch.put_item(Item={"PK": f"ORDER#2026-06-08#{shard_suffix(order)}", "SK": order})
        found = [item["SK"] for shard in range(10)
                 for item in self.table.query(KeyConditionExpression=Key("PK").eq(f"ORDER#2026-06-08#{shard}"))["Items"]]
        self.assertEqual(sorted(found), orders)
        point = {"PK": f"ORDER#2026-06-08#{shard_suffix('o-9042')}", "SK": "o-9042"}
        self.assertEqual(self.table.get_item(Key=point)["Item"], point)

    def test_shards_for_large_shipments_only(self):
        def partition(shipment, event, high_volume):
            return f"SHIPMENT#{shipment}#{shard_suffix(event)}" if high_volume else f"SHIPMENT#{shipment}"
        with self.table.batch_writer() as batch:
            for n in range(40):
                batch.put_item(Item={"PK": partition("mega", f"e{n}", True), "SK": f"EVENT#{n:04}"})
                batch.put_item(Item={"PK": partition("tiny", f"e{n}", False), "SK": f"EVENT#{n:04}"})
        events = [f"EVENT#{n:04}" for n in range(40)]
        one = self.table.query(KeyConditionExpression=Key("PK").eq("SHIPMENT#tiny"))["Items"]
        self.assertEqual([item["SK"] for item in one], events)
        ten = [item["SK"] for shard in range(10)
               for item in self.table.query(KeyConditionExpression=Key("PK").eq(f"SHIPMENT#mega#{shard}"))["Items"]]
        self.assertEqual(sorted(ten), events)


class Backfill(Boto3Case):
    """A new index on a table in use. It contains the items that have its keys. An idempotent job adds the keys."""

    def setUp(self):
        self.table = self.single_table("app-main")
        with self.table.batch_writer() as batch:
            for n in range(200):
                batch.put_item(Item={"PK": f"CUST#{n % 20}", "SK": f"ORDER#{n:04}", "status": "OPEN", "total": n})
        self.aws = AwsCli(self.endpoint)
        self.addCleanup(self.aws.close)

    def create_index(self):
        index = {"IndexName": "GSI3", "KeySchema": [{"AttributeName": "GSI3PK", "KeyType": "HASH"}, {"AttributeName": "GSI3SK", "KeyType": "RANGE"}],
                 "Projection": include("status", "total")}
        self.aws("update-table", *TABLE, "--attribute-definitions", "AttributeName=GSI3PK,AttributeType=S", "AttributeName=GSI3SK,AttributeType=S",
                 "--global-secondary-index-updates", json.dumps([{"Create": index}]))
        while True:
            description = self.aws("describe-table", *TABLE)["Table"]
            if [each["IndexStatus"] for each in description["GlobalSecondaryIndexes"]] == ["ACTIVE"]:
                return

    def segment(self, number, total):
        """Returns the items of one segment that still lack the new key, page by page."""
        start = {}
        while True:
            page = self.table.scan(Segment=number, TotalSegments=total, Limit=7, **start)
            yield from page["Items"]
            if "LastEvaluatedKey" not in page:
                return
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    def write_key(self, item):
        try:
            self.table.update_item(
                Key={"PK": item["PK"], "SK": item["SK"]}, UpdateExpression="SET GSI3PK = :pk, GSI3SK = :sk",
                ConditionExpression="attribute_not_exists(GSI3PK)", ExpressionAttributeValues={":pk": "STATUS#OPEN", ":sk": item["SK"]})
            return 1
        except self.client.exceptions.ConditionalCheckFailedException:
            return 0

    def test_backfill(self):
        self.create_index()
        count = (
            "query", *TABLE, "--index-name", "GSI3", "--key-condition-expression", "GSI3PK = :pk", *values(pk="STATUS#OPEN"), "--select", "COUNT")
        self.assertEqual(self.aws(*count)["Count"], 0)
        for wanted in (200, 0):  # the second run finds everything done
            self.assertEqual(sum(self.write_key(item) for number in range(4) for item in self.segment(number, 4)), wanted)
        self.assertEqual(self.aws(*count)["Count"], 200)


if __name__ == "__main__":
    unittest.main()
