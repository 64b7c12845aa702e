#!/usr/bin/env python3
"""PartiQL's writes survive kill -9: acknowledged ones are there once, and transactions are whole.

Clients insert and delete items by ExecuteStatement. Other clients insert groups of items by ExecuteTransaction, each with
a counter and an EXISTS. The server is killed at random moments and restarted on the same folder. A transaction whose
answer was lost is sent again with its token. An INSERT whose answer was lost is sent again, and may find its own item.
Meanwhile readers select whole groups in one transaction. At the end the table must agree with all answers, and its stream
must record each write once.

    statements.py --server STATOR [--kills 10] [--clients 4] [--two-phase] [--seed N]
"""

import collections
import os
import pathlib
import random
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

import crash_run  # noqa: E402
from crash_run import Gone, await_requests, call, require  # noqa: E402
from stator_server import Connection, StatorServer  # noqa: E402
from stream_records import records_of, shards_of  # noqa: E402

TABLE = "Statements"
GROUP = 3  # items of a transaction
COUNTERS = 4
REQUESTS_BEFORE_KILL = 60
PAYLOAD_MAX = 2000


def payload(key):
    """Derives an item's content from its key, so that a torn or mixed-up item is visible."""
    generator = random.Random(key)
    return "".join(generator.choices("abcdefghijklmnop'", k=generator.randint(1, PAYLOAD_MAX)))


def item_of(key):
    return {"pk": {"S": key}, "kind": {"S": key[0]}, "payload": {"S": payload(key)}}


def insertion(key, chance):
    """Returns an INSERT, with parameters or with literals."""
    if chance.random() < 0.5:
        return {"Statement": f'INSERT INTO "{TABLE}" VALUE {{\'pk\': ?, \'kind\': ?, \'payload\': ?}}',
                "Parameters": list(item_of(key).values())}
    quoted = payload(key).replace("'", "''")
    return {"Statement": f"INSERT INTO \"{TABLE}\" VALUE {{'pk': '{key}', 'kind': '{key[0]}', 'payload': '{quoted}'}}"}


class Inserts(crash_run.Client):
    """Inserts items, and deletes some of them."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.held, self.deleted, self.unknown = set(), set(), set()
        self.made = self.repeated = 0

    def act(self):
        if self.held and self.chance.random() < 0.2:
            return self.delete(self.chance.choice(sorted(self.held)))
        self.made += 1
        return self.insert(f"i{self.ident}-{self.made}")

    def insert(self, key):
        statement = insertion(key, self.chance)
        try:
            status, answer = self.call_once("ExecuteStatement", statement)
            require(status == 200, f"INSERT of {key} answered {status} {answer}")
        except Gone:
            if self.chance.random() < 0.5:
                self.unknown.add(key)
                return
            status, answer = self.call("ExecuteStatement", statement)
            duplicate = status == 400 and answer["__type"].endswith("#DuplicateItemException")
            require(status == 200 or duplicate, f"a repeated INSERT answered {status} {answer}")
            self.repeated += duplicate
        self.held.add(key)
        self.count += 1

    def delete(self, key):
        status, answer = self.call("ExecuteStatement", {
            "Statement": f'DELETE FROM "{TABLE}" WHERE pk = ? AND kind = ?', "Parameters": [{"S": key}, {"S": key[0]}]})
        require(status == 200, f"DELETE of {key} answered {status} {answer}")
        self.held.discard(key)
        self.deleted.add(key)
        self.count += 1


class Transactions(crash_run.Client):
    """Inserts groups of items, and counts them. One gate is closed, so that some transactions cancel."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.groups, self.refused = [], []
        self.counted = collections.Counter()
        self.made = 0

    def act(self):
        self.made += 1
        group, counter = f"g{self.ident}-{self.made}", f"counter{self.chance.randrange(COUNTERS)}"
        gate = "closed" if self.chance.random() < 0.15 else "open"
        statements = [insertion(key, self.chance) for key in group_keys(group)]
        statements.append({"Statement": f'UPDATE "{TABLE}" SET total = total + ? WHERE pk = ?', "Parameters": [{"N": "1"}, {"S": counter}]})
        statements.append({"Statement": f"EXISTS(SELECT * FROM \"{TABLE}\" WHERE pk = 'gate' AND state = ?)", "Parameters": [{"S": gate}]})
        self.chance.shuffle(statements)
        if not self.took_effect("ExecuteTransaction", {"TransactStatements": statements}):
            self.refused.append(group)
            return
        require(gate == "open", f"{group} passed a closed gate")
        self.groups.append(group)
        self.counted[counter] += 1
        self.count += 1


class Readers(crash_run.Client):
    """Selects a whole group in one transaction."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.writers = []

    def act(self):
        writer = self.chance.choice(self.writers)
        made = writer.made
        if made == 0:
            return
        group = f"g{writer.ident}-{self.chance.randint(max(1, made - 3), made)}"
        known = group in writer.groups[-10:]
        status, answer = self.call("ExecuteTransaction", {"TransactStatements": [
            {"Statement": f'SELECT * FROM "{TABLE}" WHERE pk = ?', "Parameters": [{"S": key}]} for key in group_keys(group)]})
        if status == 400:
            require(answer["__type"].endswith("#TransactionCanceledException"), f"a read answered {answer}")
            self.conflicts += 1
            return
        require(status == 200, f"a read answered {status} {answer}")
        check_group(group, [response.get("Item") for response in answer["Responses"]], known)
        self.count += 1


def group_keys(group):
    return [f"{group}-{place}" for place in range(GROUP)]


def check_group(group, items, known):
    there = [item for item in items if item is not None]
    require(len(there) in (0, GROUP), f"{len(there)} of {GROUP} items of {group} are there")
    require(there or not known, f"{group} was acknowledged and is lost")
    for key, item in zip(group_keys(group), items):
        require(item is None or item == item_of(key), f"{key} is wrong: {str(item)[:200]}")


def create_table(connection):
    """Creates a table with an index and a stream, so that a commit has all its parts. Returns the stream's ARN."""
    made = call(connection, "CreateTable", {
        "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "kind", "AttributeType": "S"}],
        "GlobalSecondaryIndexes": [{
            "IndexName": "kinds", "KeySchema": [{"AttributeName": "kind", "KeyType": "HASH"}], "Projection": {"ProjectionType": "KEYS_ONLY"}}],
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}})
    call(connection, "ExecuteStatement", {"Statement": f"INSERT INTO \"{TABLE}\" VALUE {{'pk': 'gate', 'state': 'open'}}"})
    for number in range(COUNTERS):
        call(connection, "ExecuteStatement", {"Statement": f"INSERT INTO \"{TABLE}\" VALUE {{'pk': 'counter{number}', 'total': 0}}"})
    return made["TableDescription"]["LatestStreamArn"]


def select_all(connection):
    found = {}
    request = {"Statement": f'SELECT * FROM "{TABLE}"', "ConsistentRead": True}
    while True:
        answer = call(connection, "ExecuteStatement", request)
        for item in answer["Items"]:
            require(item["pk"]["S"] not in found, f"{item['pk']['S']} is there twice")
            found[item["pk"]["S"]] = item
        if "NextToken" not in answer:
            return found
        request["NextToken"] = answer["NextToken"]


def events_of(connection, arn):
    """Returns the names of each key's stream records, in order."""
    events = collections.defaultdict(list)
    for shard in shards_of(connection, arn):
        for record in records_of(connection, arn, shard):
            events[record["dynamodb"]["Keys"]["pk"]["S"]].append(record["eventName"])
    return events


def check_end(connection, arn, inserts, transactions):
    found, events = select_all(connection), events_of(connection, arn)
    held = {key for client in inserts for key in client.held}
    held |= {key for client in transactions for group in client.groups for key in group_keys(group)}
    gone = {key for client in inserts for key in client.deleted}
    gone |= {key for client in transactions for group in client.refused for key in group_keys(group)}
    unknown = {key for client in inserts for key in client.unknown}
    counters = {f"counter{number}": sum(client.counted[f"counter{number}"] for client in transactions) for number in range(COUNTERS)}

    lost = sorted(held - set(found))
    require(not lost, f"acknowledged and lost: {lost[:5]}")
    extra = sorted(set(found) - held - unknown - set(counters) - {"gate"})
    require(not extra, f"in the table and never acknowledged: {extra[:5]}")
    for key in set(found) - set(counters) - {"gate"}:
        require(found[key] == item_of(key), f"{key} is wrong: {str(found[key])[:200]}")
        require(events[key] == ["INSERT"], f"{key} has the records {events[key]}")
    for key in gone:
        require(events[key] in ([], ["INSERT", "REMOVE"]), f"{key} is gone and has the records {events[key]}")
    for counter, count in counters.items():
        require(found[counter]["total"] == {"N": str(count)}, f"{counter} is {found[counter]['total']}, its clients counted {count}")
        require(events[counter] == ["INSERT"] + ["MODIFY"] * count, f"{counter} has {len(events[counter])} records for {count} updates")
    table = call(connection, "DescribeTable", {"TableName": TABLE})["Table"]
    require(table["ItemCount"] == len(found), f"ItemCount is {table['ItemCount']}, the table holds {len(found)} items")
    indexed, kinds = table["GlobalSecondaryIndexes"][0]["ItemCount"], len(found) - COUNTERS - 1
    require(indexed == kinds, f"the index counts {indexed} items, should hold {kinds}")
    return len(found), sum(map(len, events.values()))


def run(options, folder):
    chance = random.Random(options.seed)
    arguments = ["--data", folder] + (["--cross-partition-commits", "off"] if options.two_phase else [])
    server = StatorServer(options.server, arguments).start()
    server.wanted_port = server.port
    arn = create_table(Connection(server.port))
    done, progress = threading.Event(), threading.Condition()
    inserts, transactions, readers = (
        [kind(server, chance.random(), done, progress) for _ in range(count)]
        for kind, count in ((Inserts, options.clients), (Transactions, options.clients), (Readers, 2)))
    writers = inserts + transactions
    for reader in readers:
        reader.writers = transactions
    for client in writers + readers:
        client.start()
    try:
        for _ in range(options.kills):
            await_requests(writers, progress, chance.randrange(1, REQUESTS_BEFORE_KILL))
            server.kill()
            server.start()
        await_requests(writers, progress, REQUESTS_BEFORE_KILL)
    finally:
        done.set()
        for client in writers + readers:
            client.join()
    problems = [client.problem for client in writers + readers if client.problem]
    require(not problems, f"{problems}")
    items, records = check_end(Connection(server.port), arn, inserts, transactions)
    require(server.stop() == 0, "the server did not stop cleanly")
    print(f"{options.kills} kills; {sum(len(client.held) for client in inserts)} items inserted, {sum(client.repeated for client in inserts)} of them "
          f"found by their own repetition; {sum(client.count for client in transactions)} transactions, {sum(client.count for client in readers)} read; "
          f"{items} items and {records} records, all right")


def main():
    parser = crash_run.parser(__doc__)
    parser.add_argument("--kills", type=int, default=int(os.environ.get("STATOR_KILLS", "10")))
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--two-phase", action="store_true")
    return crash_run.run_in_folder("statements", parser.parse_args(), run)


if __name__ == "__main__":
    sys.exit(main())
