#!/usr/bin/env python3
"""Transactions are all or nothing and serializable, whatever kills the server meanwhile.

Clients move money between accounts and swap places in a ring, each in one transaction. Other clients write single items
with conditions and read everything in one TransactGetItems. The server is killed at random moments and restarted on the
same folder. At any moment the accounts' total equals the initial total, and the ring is a permutation. A transaction
whose answer was lost is sent again with its token and must have taken effect once. Every account counts its transfers,
and the counts must be those of the clients.

    transfers.py --server STATOR [--kills 10] [--clients 4] [--two-phase] [--seed N]
"""

import os
import pathlib
import random
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

import crash_run  # noqa: E402
from crash_run import await_requests, call, require  # noqa: E402
from stator_server import Connection, StatorServer  # noqa: E402

BANK = "Bank"
RING = "Ring"
ACCOUNTS = 8
PLACES = 6
MONEY = 1000
TRANSACTIONS_BEFORE_KILL = 40


def number(value):
    return {"N": str(value)}


def account_key(index):
    return {"pk": {"S": f"account{index}"}}


def place_key(index):
    return {"pk": {"S": f"place{index}"}}


class Transfers(crash_run.Client):
    """Moves money between accounts, and counts on both."""

    def act(self):
        source, target = self.chance.sample(range(ACCOUNTS), 2)
        amount = self.chance.randrange(1, 50)
        values = {":amount": number(amount), ":one": number(1)}
        took_effect = self.took_effect("TransactWriteItems", {"TransactItems": [
            {"Update": {"TableName": BANK, "Key": account_key(source), "ConditionExpression": "money >= :amount",
                        "UpdateExpression": "SET money = money - :amount, moves = moves + :one",
                        "ExpressionAttributeValues": values}},
            {"Update": {"TableName": BANK, "Key": account_key(target),
                        "UpdateExpression": "SET money = money + :amount, moves = moves + :one",
                        "ExpressionAttributeValues": values}},
            {"ConditionCheck": {"TableName": BANK, "Key": {"pk": {"S": "closed"}},
                                "ConditionExpression": "attribute_not_exists(pk)"}}]})
        self.count += took_effect


class Swaps(crash_run.Client):
    """Exchanges the values of two places of the ring, if they are unchanged since their read."""

    def act(self):
        first, second = self.chance.sample(range(PLACES), 2)
        status, answer = self.call("TransactGetItems", {"TransactItems": [
            {"Get": {"TableName": RING, "Key": place_key(index)}} for index in (first, second)]})
        if status != 200:
            return
        held = [response["Item"]["who"] for response in answer["Responses"]]
        self.count += self.took_effect("TransactWriteItems", {"TransactItems": [
            {"Put": {"TableName": RING, "Item": {**place_key(first), "who": held[1]},
                     "ConditionExpression": "who = :held", "ExpressionAttributeValues": {":held": held[0]}}},
            {"Put": {"TableName": RING, "Item": {**place_key(second), "who": held[0]},
                     "ConditionExpression": "who = :held", "ExpressionAttributeValues": {":held": held[1]}}}]})


class Singles(crash_run.Client):
    """Writes single items of the same tables, which meet the marks of transactions."""

    def act(self):
        key = account_key(self.chance.randrange(ACCOUNTS))
        status, answer = self.call("UpdateItem", {
            "TableName": BANK, "Key": key, "UpdateExpression": "ADD touched :one",
            "ConditionExpression": "attribute_exists(pk)", "ExpressionAttributeValues": {":one": number(1)}})
        if status == 400:
            require(answer["__type"].endswith("#TransactionConflictException"), f"a write answered {answer}")
            self.conflicts += 1
            return
        require(status == 200, f"a write answered {status} {answer}")
        self.count += 1


class Readers(crash_run.Client):
    """Reads everything at one moment and checks the invariants."""

    def act(self):
        keys = [(BANK, account_key(index)) for index in range(ACCOUNTS)]
        keys += [(RING, place_key(index)) for index in range(PLACES)]
        status, answer = self.call("TransactGetItems", {"TransactItems": [
            {"Get": {"TableName": table, "Key": key}} for table, key in keys]})
        if status == 400:
            require(answer["__type"].endswith("#TransactionCanceledException"), f"a read answered {answer}")
            self.conflicts += 1
            return
        require(status == 200, f"a read answered {status} {answer}")
        check_moment([response["Item"] for response in answer["Responses"]])
        self.count += 1


def check_moment(items):
    money = sum(int(item["money"]["N"]) for item in items[:ACCOUNTS])
    require(money == ACCOUNTS * MONEY, f"the accounts hold {money} together: {items[:ACCOUNTS]}")
    who = sorted(item["who"]["S"] for item in items[ACCOUNTS:])
    require(who == sorted(f"who{index}" for index in range(PLACES)), f"the ring is {who}")


def create_tables(connection):
    for table in (BANK, RING):
        call(connection, "CreateTable", {
            "TableName": table, "BillingMode": "PAY_PER_REQUEST",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]})
    for index in range(ACCOUNTS):
        call(connection, "PutItem", {"TableName": BANK, "Item": {
            **account_key(index), "money": number(MONEY), "moves": number(0), "touched": number(0)}})
    for index in range(PLACES):
        call(connection, "PutItem", {"TableName": RING, "Item": {**place_key(index), "who": {"S": f"who{index}"}}})


def check_end(connection, transfers):
    """After the last kill: the stored data agrees with the answers to the clients."""
    accounts = [call(connection, "GetItem", {"TableName": BANK, "Key": account_key(index), "ConsistentRead": True})["Item"]
                for index in range(ACCOUNTS)]
    places = [call(connection, "GetItem", {"TableName": RING, "Key": place_key(index)})["Item"] for index in range(PLACES)]
    check_moment(accounts + places)
    moves = sum(int(item["moves"]["N"]) for item in accounts)
    told = 2 * sum(client.count for client in transfers)
    require(moves == told, f"{moves} sides of transfers are stored, the clients know of {told}")
    for table, count in ((BANK, ACCOUNTS), (RING, PLACES)):
        scan = call(connection, "Scan", {"TableName": table})
        require(scan["Count"] == count == scan["ScannedCount"], f"{table} has {scan['Count']} items")


def run(options, folder):
    chance = random.Random(options.seed)
    arguments = ["--data", folder] + (["--cross-partition-commits", "off"] if options.two_phase else [])
    server = StatorServer(options.server, arguments).start()
    server.wanted_port = server.port
    create_tables(Connection(server.port))
    done = threading.Event()
    progress = threading.Condition()
    kinds = [Transfers] * options.clients + [Swaps] * options.clients + [Singles, Readers, Readers]
    clients = [kind(server, chance.random(), done, progress) for kind in kinds]
    for client in clients:
        client.start()
    try:
        for _ in range(options.kills):
            await_requests(clients[:2 * options.clients], progress, chance.randrange(1, TRANSACTIONS_BEFORE_KILL))
            server.kill()
            server.start()
        await_requests(clients[:2 * options.clients], progress, TRANSACTIONS_BEFORE_KILL)
    finally:
        done.set()
        for client in clients:
            client.join()
    problems = [client.problem for client in clients if client.problem]
    require(not problems, f"{problems}")
    check_end(Connection(server.port), clients[:options.clients])
    require(server.stop() == 0, "the server did not stop cleanly")
    print(f"{sum(client.count for client in clients)} requests, {sum(client.conflicts for client in clients)} conflicts, "
          f"{options.kills} kills")


def main():
    parser = crash_run.parser(__doc__)
    parser.add_argument("--kills", type=int, default=int(os.environ.get("STATOR_KILLS", "10")))
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--two-phase", action="store_true")
    return crash_run.run_in_folder("transfers", parser.parse_args(), run)


if __name__ == "__main__":
    sys.exit(main())
