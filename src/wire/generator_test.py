"""Tests of the generator that the compiler cannot do."""

import json
import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from generator import checks, client, client_api, codecs, types  # noqa: E402
from generator.client_model import ClientModel  # noqa: E402
from generator.compatibility import Compatibility  # noqa: E402
from generator.family import DYNAMODB, FAMILIES  # noqa: E402
from generator.model import Model, enumerator, snake_case  # noqa: E402

SHAPES = os.path.join(HERE, "shapes")
SOURCES = {
    "DynamoDB": os.path.join(SHAPES, "dynamodb.json"),
    "DynamoDBStreams": os.path.join(SHAPES, "dynamodbstreams.json"),
}


def model(*rows, overlay=None):
    rows = [("DynamoDB", name, kind, "kRead") for name, kind in rows]
    if overlay is None:
        return Model(SOURCES, os.path.join(SHAPES, "overlay.json"), every_operation(rows))
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"operations": {}, "shapes": {}, "enum_orders": {}, **overlay}, file)
        file.flush()
        return Model(SOURCES, file.name, rows)


def every_operation(rows):
    """Returns the rows with all other operations as absent: the overlay names operations."""
    given = {row[1] for row in rows}
    absent = []
    for service, source in SOURCES.items():
        with open(source, encoding="utf-8") as file:
            names = json.load(file)["operations"]
        absent += [(service, n, "kAbsent", "kRead") for n in names if n not in given]
    return rows + absent


class NamesTest(unittest.TestCase):
    def test_members(self):
        for name, expected in {
            "TableName": "table_name",
            "SSESpecification": "sse_specification",
            "KMSMasterKeyId": "kms_master_key_id",
            "SizeEstimateRangeGB": "size_estimate_range_gb",
            "S3BucketOwner": "s3_bucket_owner",
            "Delete": "delete_",
            "Namespace": "namespace_",
        }.items():
            self.assertEqual(snake_case(name), expected)

    def test_enumerators(self):
        for value, expected in {
            "NEW_AND_OLD_IMAGES": "kNewAndOldImages",
            "S": "kS",
            "AES256": "kAes256",
            "dynamodb:table:ReadCapacityUnits": "kDynamodbTableReadCapacityUnits",
            "Kilobytes/Second": "kKilobytesSecond",
        }.items():
            self.assertEqual(enumerator(value), expected)


class ModelTest(unittest.TestCase):
    def test_only_reachable_shapes_are_generated(self):
        text = types.generate(DYNAMODB, model(("GetItem", "kPoint"), ("Query", "kAbsent")))
        self.assertIn("struct GetItemRequest {", text)
        self.assertNotIn("Query", text)

    def test_parts_precede_their_whole(self):
        text = types.generate(DYNAMODB, model(("CreateTable", "kSlow")))
        self.assertLess(text.index("struct KeySchemaElement {"), text.index("struct CreateTableRequest {"))

    def test_every_layer_has_its_phases(self):
        files = codecs.generate(DYNAMODB, model(("Query", "kSlow"), ("UpdateItem", "kWrite")))
        text = files["wire/requests_1.cc"] + files["wire/requests_2.cc"]
        self.assertIn("decoder.Enter({.phase = 0, .place = 0}, {.phase = 2, .place = 0, .late = true});", text)
        self.assertIn("decoder.Enter({.phase = 0, .place = 0}, {.phase = 5, .place = 0, .bare = true});", text)
        self.assertIn("out.late = decoder.TakeLate();", text)

    def test_open_enums_have_an_unknown_value(self):
        text = types.generate(DYNAMODB, model(("Query", "kSlow")))
        self.assertIn("kUnknown,", text)

    def test_layered_style(self):
        files = codecs.generate(DYNAMODB, model(("Query", "kSlow"), ("Scan", "kSlow")))
        text = files["wire/requests_1.cc"] + files["wire/requests_2.cc"]
        self.assertIn("constexpr Rules kRules{.min = 1, .style = Style::kLayered};", text)

    def test_length_in_bytes(self):
        files = codecs.generate(DYNAMODB, model(("CreateTable", "kSlow")))
        text = files["wire/requests_1.cc"] + files["wire/requests_2.cc"]
        self.assertIn("constexpr Rules kRules{.min = 1, .max = 255, .length = Length::kBytes};", text)

    def test_mistakes_in_the_overlay_are_reported(self):
        for wrong in (
            {"operations": {"GetItems": {}}},
            {"operations": {"GetItem": {"newer": {"phases": [["Item"]]}}}},
            {"shapes": {"NoSuchShape": {}}},
            {"shapes": {"AttributeName": {"length": "words"}}},
            {"enum_orders": {"KeyType": ["HASH"]}},
        ):
            with self.assertRaises(SystemExit):
                model(("GetItem", "kPoint"), overlay=wrong)


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = DYNAMODB.model(SHAPES, os.path.join(HERE, "..", "api"))
        with open(os.path.join(SHAPES, "client.json"), encoding="utf-8") as file:
            cls.overlay = json.load(file)

    def seen(self, **changes):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({**self.overlay, **changes}, file)
            file.flush()
            return ClientModel(self.model, file.name)

    def test_every_built_operation_has_a_request_an_answer_and_codecs(self):
        files = client.generate(self.seen()) | client_api.generate(self.seen())
        for operation in self.model.operations:
            self.assertIn(f"OPERATION({operation.name})\n", files["client/operations.inc"])
            self.assertIn(f"struct {operation.name} {{\n", files["client/json_codecs.h"])
            self.assertIn(f", api::{operation.request.name}& ", files["client/api_codecs.h"])
            self.assertIn(f"void Take(const api::{operation.response.name}& ", files["client/api_codecs.h"])

    def test_members_have_their_names_and_defaults(self):
        text = client.generate(self.seen())["client/types.h"]
        for line in (
            "  std::string table;\n  Item key;\n  std::string projection = {};\n  Names names = {};\n",
            "  bool scan_index_forward = true;\n",
            "  ReturnOldItem return_old_on_failure = ReturnOldItem::kNo;\n",
            "  std::optional<std::int64_t> limit = {};\n",
            "using BatchWrite = std::variant<BatchPut, BatchDelete>;\n",
            "  std::vector<std::optional<Item>> items = {};",
            "  std::string attribute;  // holds the time, in seconds since 1970\n  bool enabled = true;\n",
        ):
            self.assertIn(line, text)
        self.assertNotIn("conditional_operator", text)
        self.assertEqual(text.count("struct WriteResult {"), 1)

    def test_both_forms_omit_the_same_parts(self):
        name = "consistent_read"
        files = client.generate(self.seen()) | client_api.generate(self.seen())
        self.assertIn(f'WriteUnless(object, "\\"ConsistentRead\\":", in.{name}, false, out);',
                      files["client/json_codecs.cc"])
        self.assertIn(f"FillUnless(in.{name}, false, out.{name}, bound)", files["client/api_codecs.cc"])

    def test_mistakes_in_the_overlay_are_found(self):
        structures, operations = self.overlay["structures"], self.overlay["operations"]
        for wrong in (
            {"members": {"TabelName": "table"}},
            {"without": ["Expcted"]},
            {"unless": {"ConsistntRead": False}},
            {"enums": {"Selct": {}}},
            {"structures": {**structures, "Puts": {}}},
            {"structures": {**structures, "Put": {"nme": "TransactPut"}}},
            {"structures": {**structures, "Put": {"order": ["Itm"]}}},
            {"structures": {**structures, "Put": {"members": {"Itm": "item"}}}},
            {"structures": {**structures, "Put": {"name": "TransactDelete"}}},
            {"structures": {**structures, "WriteRequest": {"variant": ["PutRequest"]}}},
            {"structures": {**structures, "LocalSecondaryIndexDescription": {"like": "Shard"}}},
            {"operations": {**operations, "GetItems": {}}},
            {"operations": {**operations, "DeleteTable": {"answer": {"only": "Table"}}}},
        ):
            with self.assertRaises(SystemExit, msg=wrong):
                self.seen(**wrong)


class ChecksTest(unittest.TestCase):
    def test_rules_of_members(self):
        text = checks.generate(model(("Query", "kPage"), ("DeleteItem", "kWrite")))["wire/checks.cc"]
        for line in (
            "static bool FitsPageLimit(const std::int64_t& in) {\n"
            "  constexpr Rules kRules{.min = 1, .style = Style::kLayered};\n  return IntegerFits(in, kRules);",
            "return TableNameFits(in, TableNameCheck::kData);",
            "in.table_name.has_value() &&\n         FitsDataTableName(*in.table_name)",
            "(!in.return_values || *in.return_values == api::ReturnValue::kAllOld || "
            "*in.return_values == api::ReturnValue::kNone)",
            "in != api::ComparisonOperator::kUnknown",
        ):
            self.assertIn(line, text)

    def test_a_request_without_rules_always_fits(self):
        text = checks.generate(model(("DescribeLimits", "kPoint")))["wire/checks.cc"]
        self.assertIn("bool Fits(const api::DescribeLimitsRequest& /*request*/) {\n  return true;", text)

    def test_values_of_tables_have_bounds(self):
        text = checks.generate(model(("BatchWriteItem", "kWrites")))["wire/checks.cc"]
        self.assertIn("TableMapFits(in, Rules{.min = 1, .max = 25})", text)


class FamilyTest(unittest.TestCase):
    def test_every_operation_can_be_generated(self):
        for family in FAMILIES[1:]:  # DynamoDB has operations with patterns that are unknown here
            sources = {service: os.path.join(SHAPES, name) for service, name in family.sources.items()}
            rows = []
            for service, source in sources.items():
                with open(source, encoding="utf-8") as file:
                    rows += [(service, name, "kSlow", "kRead") for name in json.load(file)["operations"]]
            overlay = family.path(SHAPES, "overlay.json")
            files = codecs.generate(family, Model(sources, overlay, rows))
            for _, name, _, _ in rows:
                signature = f"Result<{family.namespace}::{name}Request> Decode"
                self.assertIn(signature, files[family.path("wire", "codecs.h")])

    def test_families_have_distinct_namespaces(self):
        spaces = {(family.namespace, family.shapes_namespace()) for family in FAMILIES}
        self.assertEqual(len(spaces), len(FAMILIES))


class CompatibilityTest(unittest.TestCase):
    def document(self, notes):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"operations": notes, "everywhere": []}, file)
            file.flush()
            rows = [("DynamoDB", "UpdateTable", "kSlow", "kWrite")]
            return Compatibility(SOURCES, file.name, rows).generate()

    def test_statuses(self):
        text = self.document({"UpdateTable": {
            "GlobalSecondaryIndexUpdates.Create": {"status": "absent", "note": "Why."}}})
        self.assertIn("| UpdateTable | differs, see below |", text)
        self.assertIn("| GlobalSecondaryIndexUpdates.Create | absent: Why. |", text)
        self.assertIn("| BillingMode | done |", text)

    def test_unused_notes_are_reported(self):
        for notes in (
            {"PutItem": {}},
            {"UpdateTable": {"Nonsense": {"status": "absent", "note": ""}}},
            {"UpdateTable": {"BillingMode": {"status": "fine", "note": ""}}},
        ):
            with self.assertRaises(SystemExit):
                self.document(notes)


if __name__ == "__main__":
    unittest.main()
