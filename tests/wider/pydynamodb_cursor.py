#!/usr/bin/env python3
"""PyDynamoDB, a DB-API 2.0 client over PartiQL: its cursor, batches and transactions. scripts/wider runs it.

    pydynamodb_cursor.py --server STATOR
"""

import argparse
import logging
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

import pydynamodb  # noqa: E402
from pydynamodb.cursor import DictCursor  # noqa: E402
from pydynamodb.error import OperationalError  # noqa: E402
from stator_server import StatorServer  # noqa: E402

ORDERS = 30


def equal(got, wanted):
    if got != wanted:
        raise AssertionError(f"got {got!r}, not {wanted!r}")


def refused(run, text):
    try:
        run()
    except OperationalError as problem:
        if text in str(problem):
            return
        raise AssertionError(f"refused with {problem}, not with {text}") from problem
    raise AssertionError(f"not refused: {text}")


def create(cursor):
    cursor.execute("""CREATE TABLE Orders (
        customer STRING PARTITION KEY, number NUMERIC SORT KEY, status STRING,
        INDEX by_status GLOBAL (status PARTITION KEY, number SORT KEY) Projection.ProjectionType=ALL)
        BillingMode PAY_PER_REQUEST""")
    cursor.execute("SHOW TABLES")
    equal(cursor.fetchall(), ["Orders"])


def write_rows(cursor):
    insert = """INSERT INTO "Orders" VALUE {'customer': ?, 'number': ?, 'status': ?, 'lines': ?, 'tags': ?}"""
    cursor.execute(insert, ["ada", 1, "open", [{"sku": "a", "count": 2}], {"gift", "fast"}])
    refused(lambda: cursor.execute(insert, ["ada", 1, "open", [], {"x"}]), "DuplicateItemException")
    # several statements go as BatchExecuteStatement
    cursor.executemany(insert, [["ada", number, "open" if number % 2 else "sent", [], {"x"}] for number in range(2, ORDERS // 2)])
    equal(cursor.errors, [])
    cursor.executemany("""UPDATE "Orders" SET status=? WHERE customer=? AND number=?""", [["sent", "ada", 1], ["lost", "nobody", 1]])
    equal(cursor.errors, [{"ConditionalCheckFailed": "The conditional request failed"}])


def read_rows(cursor):
    cursor.execute("""SELECT * FROM "Orders" WHERE customer=? AND number=?""", ["ada", 1])
    row = dict(zip([column[0] for column in cursor.description], cursor.fetchone()))
    equal(row, {"customer": "ada", "number": 1, "status": "sent", "lines": [{"sku": "a", "count": 2}], "tags": {"gift", "fast"}})
    equal(cursor.fetchone(), None)

    cursor.execute("""SELECT number FROM "Orders" WHERE customer=? AND number BETWEEN ? AND ?""", ["ada", 3, 5])
    equal(cursor.fetchall(), [(3,), (4,), (5,)])
    # its own parser drops the rest of a statement with ORDER BY or a function in WHERE
    cursor.execute("""SELECT number FROM "Orders"."by_status" WHERE status=?""", ["sent"])
    equal([row[0] for row in cursor.fetchall()], [number for number in range(ORDERS // 2) if number % 2 == 0 and number > 0 or number == 1])
    cursor.execute("""SELECT number FROM "Orders" WHERE customer IN ['ada', 'ben']""")
    equal([row[0] for row in cursor.fetchall()], list(range(1, ORDERS // 2)))


def read_pages(cursor):
    """The cursor follows NextToken."""
    insert = """INSERT INTO "Orders" VALUE {'customer': ?, 'number': ?, 'text': ?}"""
    for number in range(ORDERS):
        cursor.execute(insert, ["large", number, "x" * 100_000])
    cursor.execute("""SELECT number FROM "Orders" WHERE customer=?""", ["large"])
    equal([row[0] for row in cursor.fetchall()], list(range(ORDERS)))
    cursor.execute("""SELECT number FROM "Orders" WHERE customer=? LIMIT 4""", ["large"])
    equal([row[0] for row in cursor.fetchall()], [0, 1, 2, 3])


def transact(connection, cursor):
    connection.begin()
    cursor.execute("""INSERT INTO "Orders" VALUE {'customer': ?, 'number': ?}""", ["ben", 1])
    cursor.execute("""UPDATE "Orders" SET status=? WHERE customer=? AND number=? AND status=?""", ["paid", "ada", 1, "sent"])
    connection.commit()
    cursor.execute("""SELECT status FROM "Orders" WHERE customer=? AND number=?""", ["ada", 1])
    equal(cursor.fetchall(), [("paid",)])

    # one failure cancels all
    connection.begin()
    cursor.execute("""INSERT INTO "Orders" VALUE {'customer': ?, 'number': ?}""", ["ben", 2])
    cursor.execute("""UPDATE "Orders" SET status=? WHERE customer=? AND number=? AND status=?""", ["paid", "ada", 2, "open"])
    refused(connection.commit, "[None, ConditionalCheckFailed]")
    cursor.execute("""SELECT * FROM "Orders" WHERE customer=? AND number=?""", ["ben", 2])
    equal(cursor.fetchall(), [])


def read_dicts(connection):
    cursor = connection.cursor(DictCursor)
    cursor.execute("""SELECT customer, number FROM "Orders" WHERE customer=?""", ["ben"])
    equal(cursor.fetchall(), [{"customer": "ben", "number": 1}])


def delete(cursor):
    cursor.execute("""DELETE FROM "Orders" WHERE customer=? AND number=?""", ["ben", 1])
    cursor.execute("""SELECT * FROM "Orders" WHERE customer=?""", ["ben"])
    equal(cursor.fetchall(), [])
    refused(lambda: cursor.execute("""DELETE FROM "Orders" WHERE customer=?""", ["ada"]), "mandatory equality on all key attributes")
    cursor.execute("DROP TABLE Orders")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=os.environ.get("STATOR"))
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)  # PyDynamoDB logs each refusal
    with StatorServer(options.server) as server:
        connection = pydynamodb.connect(region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b", endpoint_url=server.url())
        cursor = connection.cursor()
        create(cursor)
        write_rows(cursor)
        read_rows(cursor)
        read_pages(cursor)
        transact(connection, cursor)
        read_dicts(connection)
        delete(cursor)
        connection.close()
    print(f"PyDynamoDB {pydynamodb.__version__}: every answer as expected")


if __name__ == "__main__":
    sys.exit(main())
