#!/usr/bin/python3
"""CloudFormation and Terraform state the same as the CreateTable request, and a server accepts that."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import yaml

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
sys.path.insert(0, str(HERE))

import generated  # noqa: E402
from boto3_case import Boto3Case  # noqa: E402

MODELS = ("orders", "fleet")


class Loader(yaml.SafeLoader):
    """Reads YAML with CloudFormation's tags, each as {tag: text}."""


Loader.add_multi_constructor("!", lambda loader, tag, node: {tag: loader.construct_scalar(node)})


def value_of(text):
    try:
        return json.loads(text)
    except ValueError:
        return text  # a reference


def blocks(text):
    """Reads blocks of Terraform as [(head, settings, blocks)], in the part of the grammar that generated files use."""
    root = ("", {}, [])
    stack = [root]
    for line in text.split("\n"):
        line = line.strip()
        if line.endswith("{"):
            block = (line[:-1].strip(), {}, [])
            stack[-1][2].append(block)
            stack.append(block)
        elif line == "}":
            stack.pop()
        elif line and not line.startswith("#"):
            name, value = (part.strip() for part in line.split("=", 1))
            stack[-1][1][name] = value_of(value)
    assert stack == [root]
    return root[2]


def requests(model):
    return json.loads(generated.text(model, "create-table"))


class CloudFormation(unittest.TestCase):
    def test_cloudformation_states_the_requests(self):
        for model in MODELS:
            template = yaml.load(generated.text(model, "cloudformation"), Loader)
            tables = [each for each in template["Resources"].values() if each["Type"] == "AWS::DynamoDB::Table"]
            self.assertEqual(len(tables), len(requests(model)))
            for table, wanted in zip(tables, requests(model)):
                self.assertEqual(table["Properties"], self.in_its_form(wanted))

    @staticmethod
    def in_its_form(wanted):
        properties = dict(wanted["CreateTable"])
        if "StreamSpecification" in properties:
            properties["StreamSpecification"] = {"StreamViewType": properties["StreamSpecification"]["StreamViewType"]}
        if "UpdateTimeToLive" in wanted:
            properties["TimeToLiveSpecification"] = wanted["UpdateTimeToLive"]["TimeToLiveSpecification"]
        if "UpdateContinuousBackups" in wanted:
            properties["PointInTimeRecoverySpecification"] = wanted["UpdateContinuousBackups"]["PointInTimeRecoverySpecification"]
        return properties

    def test_policies_name_their_targets(self):
        resources = yaml.load(generated.text("fleet", "cloudformation"), Loader)["Resources"]
        policies = [each for each in resources.values() if each["Type"].endswith("ScalingPolicy")]
        self.assertEqual(len(policies), 2 * (1 + 4), "reads and writes of the table and its global indexes")
        for policy in policies:
            self.assertIn(policy["Properties"]["ScalingTargetId"]["Ref"], resources)


class Terraform(unittest.TestCase):
    def test_terraform_states_the_requests(self):
        for model in MODELS:
            tables = [each for each in blocks(generated.text(model, "terraform")) if '"aws_dynamodb_table"' in each[0]]
            self.assertEqual(len(tables), len(requests(model)))
            for (_, settings, inner), wanted in zip(tables, requests(model)):
                create = wanted["CreateTable"]
                self.assertEqual(settings["name"], create["TableName"])
                self.assertEqual(settings["billing_mode"], create["BillingMode"])
                self.assertEqual(self.keys(settings, inner), create["KeySchema"])
                attributes = [{"AttributeName": each["name"], "AttributeType": each["type"]} for head, each, _ in inner if head == "attribute"]
                self.assertEqual(attributes, create["AttributeDefinitions"])
                self.assertEqual(self.indexes(inner, "global"), self.wanted_indexes(create, "Global"))
                ttl = [each["attribute_name"] for head, each, _ in inner if head == "ttl"]
                said = wanted.get("UpdateTimeToLive", {}).get("TimeToLiveSpecification", {}).get("AttributeName")
                self.assertEqual(ttl, [said] if said else [])
                recovery = [each["enabled"] for head, each, _ in inner if head == "point_in_time_recovery"]
                self.assertEqual(recovery, [True] if "UpdateContinuousBackups" in wanted else [])

    @staticmethod
    def keys(settings, inner):
        schema = [{"AttributeName": each["attribute_name"], "KeyType": each["key_type"]} for head, each, _ in inner if head == "key_schema"]
        for name, kind in (("hash_key", "HASH"), ("range_key", "RANGE")):
            if name in settings:
                schema.append({"AttributeName": settings[name], "KeyType": kind})
        return schema

    def indexes(self, inner, kind):
        found = [(settings, more) for head, settings, more in inner if head == f"{kind}_secondary_index"]
        return [(each["name"], self.keys(each, more), each["projection_type"], each.get("non_key_attributes"), each.get("read_capacity"))
                for each, more in found]

    @staticmethod
    def wanted_indexes(create, kind):
        return [(each["IndexName"], each["KeySchema"], each["Projection"]["ProjectionType"],
                 each["Projection"].get("NonKeyAttributes"), each.get("ProvisionedThroughput", {}).get("ReadCapacityUnits"))
                for each in create.get(f"{kind}SecondaryIndexes", [])]


RECORDER = """#!/usr/bin/python3
import json, os, sys
with open(os.environ["CALLS"], "a") as calls:
    calls.write(json.dumps(sys.argv[1:]) + chr(10))
"""


class AwsCli(unittest.TestCase):
    def calls(self, model):
        """Returns the arguments with which the script calls `aws`."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "aws").write_text(RECORDER)
            (folder / "aws").chmod(0o755)
            (folder / "script").write_text(generated.text(model, "cli"))
            environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "CALLS": str(folder / "calls")}
            subprocess.run(["sh", str(folder / "script")], check=True, env=environment)
            return [json.loads(line) for line in (folder / "calls").read_text().splitlines()]

    def test_the_script_sends_the_requests(self):
        for model in MODELS:
            calls = self.calls(model)
            for wanted in requests(model):
                self.assertEqual(self.inputs(calls, "create-table"), [wanted["CreateTable"]])
                ttl = [wanted["UpdateTimeToLive"]] if "UpdateTimeToLive" in wanted else []
                self.assertEqual(self.inputs(calls, "update-time-to-live"), ttl)
                backups = [wanted["UpdateContinuousBackups"]] if "UpdateContinuousBackups" in wanted else []
                self.assertEqual(self.inputs(calls, "update-continuous-backups"), backups)
        self.assertEqual(self.calls("fleet")[-1][1], "update-continuous-backups", "after all that any server knows")

    @staticmethod
    def inputs(calls, command):
        return [json.loads(call[call.index("--cli-input-json") + 1]) for call in calls if call[1] == command]

    def test_policies_follow_their_targets(self):
        calls = [call for call in self.calls("fleet") if call[0] == "application-autoscaling"]
        self.assertEqual([call[1] for call in calls], ["register-scalable-target", "put-scaling-policy"] * 10)
        for call in calls[1::2]:
            self.assertEqual(json.loads(call[-1])["TargetValue"], 70)


class CreateTable(Boto3Case):
    def test_a_server_creates_the_tables(self):
        for model in MODELS:
            generated.create_tables(self.client, model)
            for wanted in requests(model):
                create = wanted["CreateTable"]
                table = self.client.describe_table(TableName=create["TableName"])["Table"]
                self.assertEqual(table["KeySchema"], create["KeySchema"])
                made = {each["IndexName"]: each["KeySchema"] for each in table.get("GlobalSecondaryIndexes", [])}
                self.assertEqual(made, {each["IndexName"]: each["KeySchema"] for each in create["GlobalSecondaryIndexes"]})


if __name__ == "__main__":
    unittest.main()
