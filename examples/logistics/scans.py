#!/usr/bin/env python3
"""Scans of parcels, second by second of service time: the traffic of docs/console-story.md.

It needs nothing but Python and a server that nobody else uses, because it stops the server's clock and moves it.
"""

import argparse
import datetime
import hashlib
import http.client
import json
import urllib.parse

TABLE = "Shipments"
PROVISIONED = 3000  # write units a second
PALLET = "pallet-9"  # thousands of parcels that are one shipment
PALLET_SCANS = 35  # a second, with a photo of 40 KB each: 1,400 write units
PARCEL_SCANS = 12  # a second, with a photo of 20 KB each: 240 write units
PARCELS = 500
SHARDS = 10


class Server:
    def __init__(self, endpoint):
        parts = urllib.parse.urlsplit(endpoint)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(parts.hostname, parts.port)
        self.path = parts.path.rstrip("/")
        self.endpoint = endpoint

    def ask(self, path, body, headers=None):
        try:
            self.connection.request("POST", self.path + path, json.dumps(body), headers or {})
            answer = self.connection.getresponse()
        except OSError:
            raise SystemExit(f"No server at {self.endpoint}; start `stator serve --memory --capacity enforce`.") from None
        return answer.status, json.loads(answer.read() or "{}")

    def clock(self, **turn):
        return seconds(self.ask("/_stator/clock", turn)[1]["time"])

    def call(self, operation, **request):
        """Returns the type of the refusal, or None."""
        headers = {"x-amz-target": f"DynamoDB_20120810.{operation}", "content-type": "application/x-amz-json-1.0"}
        status, answer = self.ask("/", request, headers)
        return None if status == 200 else answer["__type"].rpartition("#")[2]


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def create(server):
    names = ("PK", "HASH"), ("SK", "RANGE")
    refused = server.call(
        "CreateTable", TableName=TABLE, BillingMode="PROVISIONED",
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name, _ in names],
        KeySchema=[{"AttributeName": name, "KeyType": kind} for name, kind in names],
        ProvisionedThroughput={"ReadCapacityUnits": 100, "WriteCapacityUnits": PROVISIONED})
    if refused:
        raise SystemExit(f"The table {TABLE} was not created: {refused}")
    hour = int(server.clock(frozen=True)) // 3600 + 1
    server.clock(set=datetime.datetime.fromtimestamp(3600 * hour, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"))
    server.call("UpdateContributorInsights", TableName=TABLE, ContributorInsightsAction="ENABLE")
    print(f"{TABLE}: {PROVISIONED:,} write units a second. The clock stands still.")


def put_scan(server, key, at, scan, kilobytes):
    """Returns whether DynamoDB would have taken the scan."""
    item = {"PK": {"S": key}, "SK": {"S": f"EVENT#{at}#{scan}"}}
    attributes = sum(len(name) + len(value["S"]) for name, value in item.items()) + len("photo")
    return server.call("PutItem", TableName=TABLE, Item={**item, "photo": {"S": "x" * (kilobytes * 1024 - attributes)}}) is None


def pallet_key(scan, sharded):
    """The article's key: the shard follows from the scan's id, so that a reader of one scan finds it."""
    shard = int(hashlib.md5(scan.encode()).hexdigest(), 16) % SHARDS
    return f"SHIPMENT#{PALLET}#{shard}" if sharded else f"SHIPMENT#{PALLET}"


def scan_parcels(server, minutes, of_pallet, sharded):
    now = server.clock(frozen=True)
    asked = refused = 0
    for second in range(60 * minutes):
        at = datetime.datetime.fromtimestamp(now + second, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        for number in range(PARCEL_SCANS):
            parcel = (second * PARCEL_SCANS + number) * 7 % PARCELS
            put_scan(server, f"SHIPMENT#parcel-{parcel}", at, f"{second:04}-{number:02}", 20)
        for number in range(PALLET_SCANS if of_pallet else 0):
            scan = f"{second:04}-{PARCEL_SCANS + number:02}"
            asked += 1
            refused += not put_scan(server, pallet_key(scan, sharded), at, scan, 40)
        server.clock(advance=1)
    print(f"{minutes} minute{'s' * (minutes != 1)}: {asked:,} scans of {PALLET}, {refused:,} of them throttled.")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("step", choices=("create", "ordinary", "peak", "sharded"))
    arguments.add_argument("--minutes", type=int, default=3)
    arguments.add_argument("--endpoint", default="http://127.0.0.1:8000")
    given = arguments.parse_args()
    server = Server(given.endpoint)
    if given.step == "create":
        create(server)
    else:
        scan_parcels(server, given.minutes, of_pallet=given.step != "ordinary", sharded=given.step == "sharded")


if __name__ == "__main__":
    main()
