#!/usr/bin/python3
"""Runs the generated Python against a server: every access pattern of three models."""

import pathlib
import sys
import time
import unittest
from dataclasses import replace
from decimal import Decimal

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
sys.path.insert(0, str(HERE))

import generated  # noqa: E402
from boto3_case import Boto3Case  # noqa: E402


class GeneratedCase(Boto3Case):
    def start(self, model, store):
        module = generated.module(model)
        self.runtime = sys.modules["stator_runtime"]
        generated.create_tables(self.client, model)
        for table in self.client.list_tables()["TableNames"]:
            self.addCleanup(self.client.delete_table, TableName=table)
        return module, getattr(module, store)(self.client)


class Orders(GeneratedCase):
    def setUp(self):
        self.module, self.store = self.start("orders", "OrdersStore")

    def put_order(self, order_id, date="2026-11-15", customer="c1", status="OPEN", lines=2):
        order = self.module.Order(order_id=order_id, order_date=date, status=status, total=Decimal("9.90"), version=1, cust_id=customer)
        items = [self.module.Line(order_id=order_id, line_no=number, sku=f"s{number}", qty=1, price=Decimal("4.95")) for number in range(1, lines + 1)]
        self.store.a6(order, items)
        return order, items

    def stored(self, partition, sort):
        key = {"PK": partition, "SK": sort}
        return self.resource.Table("app-main").get_item(Key=key).get("Item")

    def test_a1_returns_one_customer_or_none(self):
        customer = self.module.Customer(cust_id="c1", name="Nina", tier="gold", created_at="2026-01-02")
        self.store.a0(customer)
        self.assertEqual(self.store.a1("c1"), customer)
        self.assertIsNone(self.store.a1("c"))

    def test_a2_returns_the_newest_twenty(self):
        for day in range(1, 26):
            self.put_order(f"o{day}", f"2026-10-{day:02}", lines=0)
        found = self.store.a2("c1")
        self.assertEqual([each.order_id for each in found], [f"o{day}" for day in range(25, 5, -1)])
        self.assertEqual(self.store.a2("c"), [])

    def test_a3_splits_the_collection(self):
        order, lines = self.put_order("o1", lines=12)
        found = self.store.a3("o1")
        self.assertEqual(found.order, order)
        self.assertEqual(found.lines, lines)
        nothing = self.store.a3("o")
        self.assertIsNone(nothing.order)
        self.assertEqual(nothing.lines, [])

    def test_a4_reads_missing_attributes_from_the_keys(self):
        self.put_order("o1", "2026-11-01")
        self.put_order("o2", "2026-11-02")
        self.put_order("o3", "2026-11-03", status="PAID")
        found = self.store.a4("c1", "OPEN")
        self.assertEqual([(each.order_id, each.order_date, each.cust_id, each.status) for each in found],
                         [("o2", "2026-11-02", "c1", "OPEN"), ("o1", "2026-11-01", "c1", "OPEN")])
        self.assertIsNone(found[0].version, "not projected")

    def test_delimiters_and_empty_texts_are_refused_in_keys(self):
        unfit = "must be a text of at least one character without #, not "
        for text in ("c1#PAID", "#", ""):
            with self.assertRaisesRegex(ValueError, f"custId {unfit}{text}$"):
                self.put_order("o1", customer=text)
            with self.assertRaisesRegex(ValueError, f"orderId {unfit}{text}$"):
                self.put_order(text)
            with self.assertRaisesRegex(ValueError, f"custId {unfit}{text}$"):
                self.store.a1(text)
            with self.assertRaisesRegex(ValueError, f"custId {unfit}{text}$"):
                self.store.a4(text, "OPEN")
            with self.assertRaisesRegex(ValueError, f"orderId {unfit}{text}$"):
                self.store.a3(text)
            with self.assertRaisesRegex(ValueError, f"orderId {unfit}{text}$"):
                self.store.a7("c1", "2026-11-15", text, "PAID", expected_version=1)
        self.assertEqual(self.client.scan(TableName="app-main")["Count"], 0)
        self.store.a0(self.module.Customer(cust_id="c1", name="#1", email=""))
        self.assertEqual(self.store.a1("c1").name, "#1", "no key is made of a name")

    def test_a5_merges_the_shards_in_order(self):
        for number in range(40):
            self.put_order(f"o-{number}", f"2026-11-{40 - number:02}" if number > 9 else f"2026-10-{30 - number:02}", lines=0)
        found = self.store.a5()
        self.assertEqual(len(found), 40)
        self.assertEqual([each.order_date for each in found], sorted(each.order_date for each in found))

    def test_shards_are_the_same_in_every_language(self):
        self.assertEqual([self.runtime._shard(each, 10) for each in ("o-9001", "o-9044", "o-9100")], [3, 1, 0])
        self.put_order("o-9001")
        expected = f"OPEN#{self.runtime._shard('o-9001', 4)}"
        self.assertEqual(self.stored("CUST#c1", "ORDER#2026-11-15#o-9001")["GSI2PK"], expected)

    def test_a6_writes_everything_or_nothing(self):
        self.put_order("o1")
        with self.refused("TransactionCanceledException"):
            self.put_order("o1", lines=5)
        self.assertEqual(len(self.store.a3("o1").lines), 2)
        item = self.stored("CUST#c1", "ORDER#2026-11-15#o1")
        self.assertEqual((item["_type"], item["GSI1PK"], item["GSI1SK"]), ("Order", "CUST#c1#OPEN", "2026-11-15#o1"))
        self.assertEqual(self.stored("ORDER#o1", "META")["_type"], "Order")

    def test_a7_moves_index_entries_and_copy_and_loses_no_update(self):
        self.put_order("o1")
        self.store.a7("c1", "2026-11-15", "o1", "PAID", expected_version=1)
        self.assertEqual(self.store.a5(), [])
        self.assertEqual([each.order_id for each in self.store.a4("c1", "PAID")], ["o1"])
        self.assertEqual(self.store.a4("c1", "OPEN"), [])
        self.assertEqual((self.store.a3("o1").order.status, self.store.a3("o1").order.version), ("PAID", 2))
        with self.refused("TransactionCanceledException"):
            self.store.a7("c1", "2026-11-15", "o1", "SHIPPED", expected_version=1)
        self.store.a7("c1", "2026-11-15", "o1", "OPEN", expected_version=2)
        self.assertEqual([each.order_id for each in self.store.a5()], ["o1"])
        with self.refused("TransactionCanceledException"):
            self.store.a7("c1", "2026-11-15", "nothing", "OPEN", expected_version=1)

    def test_r1_sends_its_statement_with_parameters(self):
        self.put_order("o1", customer="c1")
        self.put_order("o2", customer="c2")
        self.put_order("o3", status="PAID")
        found = self.store.r1("OPEN", 9, Decimal("9.9"))
        self.assertEqual(sorted(found, key=lambda item: item["orderId"]), [
            {"custId": "c1", "orderId": "o1", "total": Decimal("9.9")}, {"custId": "c2", "orderId": "o2", "total": Decimal("9.9")}])
        self.assertEqual(self.store.r1("OPEN", 10, 11), [])
        with self.assertRaisesRegex(ValueError, "status must be one of OPEN, .*, not NOPE"):
            self.store.r1("NOPE", 9, 10)

    def test_r1_follows_pages(self):
        for number in range(5):
            self.put_order(f"o{number}", lines=0)
        big = self.resource.Table("app-main")
        for number in range(5):
            big.put_item(Item={"PK": f"BIG#{number}", "SK": "ORDER#x", "status": "OPEN", "total": 9, "orderId": f"b{number}", "fill": "x" * 390_000})
        self.assertEqual(len(self.store.r1("OPEN", 9, 10)), 10)

    def test_r2_makes_the_key_of_its_parameter(self):
        self.put_order("o1", lines=3)
        self.assertEqual([item["SK"] for item in self.store.r2("o1")], ["ITEM#001", "ITEM#002", "ITEM#003"])
        with self.assertRaisesRegex(ValueError, "orderId must be a text of at least one character without #, not o1#"):
            self.store.r2("o1#")

    def test_attributes_of_a_key_are_required(self):
        with self.assertRaisesRegex(ValueError, "Order lacks what its PK is made of"):
            self.store.a6(self.module.Order(order_id="o1"), [])


    def test_unknown_values_and_faulty_dates_are_refused(self):
        status = "status must be one of OPEN, "
        with self.assertRaisesRegex(ValueError, status + ".*, not NOPE"):
            self.put_order("o1", status="NOPE")
        for date in ("2026/12/31", "2026-13-01", "2026-1-01", "2026-11-15T10:30:00.000Z"):
            with self.assertRaisesRegex(ValueError, f"orderDate must be a date such as 2026-11-15, not {date}"):
                self.put_order("o1", date=date)
        for number in (1234, -1):
            line = self.module.Line(order_id="o1", line_no=number)
            with self.assertRaisesRegex(ValueError, f"lineNo must be a whole number of at most 3 digits, not {number}"):
                self.store.a6(self.module.Order(order_id="o1", order_date="2026-11-15", cust_id="c1"), [line])
        self.assertIsNone(self.store.a3("o1").order)
        self.put_order("o1")
        with self.assertRaisesRegex(ValueError, status):
            self.store.a7("c1", "2026-11-15", "o1", "NOPE", expected_version=1)
        with self.assertRaisesRegex(ValueError, status):
            self.store.a4("c1", "NOPE")


class Fleet(GeneratedCase):
    def setUp(self):
        self.module, self.store = self.start("fleet", "FleetStore")

    def put(self, vehicle_id="v1", plate="P1", **more):
        vehicle = self.module.Vehicle(vehicle_id=vehicle_id, plate=plate, org="acme", **more)
        self.store.v1(vehicle)
        return vehicle

    def read_at(self, *times, vehicle_id="v1", org="acme"):
        for each in times:
            self.store.r1(self.module.Reading(at=each, value=1, vehicle_id=vehicle_id, org=org))

    def test_a_unique_value_is_taken_once(self):
        self.put()
        with self.refused("TransactionCanceledException"):
            self.put("v2", "P1")
        self.assertIsNone(self.store.v2("acme", "v2"))

    def test_tenants_are_separate(self):
        self.put()
        self.assertIsNotNone(self.store.v2("acme", "v1"))
        self.assertIsNone(self.store.v2("other", "v1"))

    def test_counters_lists_and_versions(self):
        self.put()
        self.store.v3("acme", "v1", 5)
        self.store.v3("acme", "v1", -2)
        self.store.v5("acme", "v1", ["a"])
        self.store.v5("acme", "v1", ["b", "c"])
        self.store.v4("acme", "v1", True, expected_version=1)
        vehicle = self.store.v2("acme", "v1")
        self.assertEqual((vehicle.trips, vehicle.notes, vehicle.parked, vehicle.version), (3, ["a", "b", "c"], True, 2))
        with self.refused("ConditionalCheckFailedException"):
            self.store.v4("acme", "v1", False, expected_version=1)

    def test_a_compared_number_becomes_the_callers_value(self):
        at = "2026-11-15T10:00:00.000Z"
        self.read_at(at)
        self.store.t4("acme", "v1", at, 70, expected_value=1)
        with self.refused("ConditionalCheckFailedException"):
            self.store.t4("acme", "v1", at, 90, expected_value=1)
        self.assertEqual([each.value for each in self.store.r2("acme", "v1", at, at)], [70])

    def test_a_counter_begins_with_its_first_addition(self):
        self.store.v3("acme", "v9", 1)
        vehicle = self.store.v2("acme", "v9")
        self.assertEqual((vehicle.vehicle_id, vehicle.org, vehicle.trips), ("v9", "acme", 1))

    def test_a_delete_removes_the_guard_if_the_caller_knows_it(self):
        self.put()
        with self.refused("TransactionCanceledException"):
            self.store.v6("acme", "v1", stored_plate="another")
        self.store.v6("acme", "v1", stored_plate="P1")
        self.put("v2", "P1")

    def test_a_delete_checks_the_values_besides_the_key(self):
        self.put()
        self.put("v2", "P2")
        with self.refused("TransactionCanceledException"):
            self.store.v0("acme", "v1", plate="P2")
        with self.refused("TransactionCanceledException"):
            self.put("v3", "P2")
        self.store.v0("acme", "v1", plate="P1")
        self.put("v3", "P1")

    def test_an_index_of_keys_is_read_twice(self):
        vehicle = self.put(owner="o1", maker="m")
        self.put("v2", "P2", owner="o2")
        found = self.store.v7("o1")
        self.assertEqual([(each.vehicle_id, each.maker, each.plate) for each in found], [(vehicle.vehicle_id, "m", "P1")])

    def test_only_shown_attributes_are_read(self):
        self.put(owner="o1", maker="m", model="x", built="2021-01-01", parked=True)
        self.read_at("2026-11-15T10:00:00.000Z")
        once = [self.store.s1("acme", "v1"), *self.store.s3("m", "x"), *self.store.s4(), self.store.s5("acme", "v1").vehicle]
        self.assertEqual([(each.vehicle_id, each.plate, each.owner) for each in once], [("v1", "P1", None)] * 4)
        self.assertEqual([(each.vehicle_id, each.maker, each.plate) for each in self.store.s2("o1")], [("v1", "m", None)])
        self.assertEqual([each.value for each in self.store.s5("acme", "v1").readings], [1], "of children everything")

    def test_keys_of_several_attributes_are_compared_one_by_one(self):
        for number, built in enumerate(["2020-01-01", "2021-01-01", "2022-01-01"]):
            self.put(f"v{number}", f"P{number}", maker="m", model="x", built=built)
        found = self.store.v8("m", "x", "2021-01-01", "2022-01-01")
        self.assertEqual([each.vehicle_id for each in found], ["v1", "v2"])

    def test_a_range_over_a_descending_key_has_both_ends(self):
        self.read_at("2026-11-15T10:00:00.000Z", "2026-11-15T11:00:00.000Z", "2026-11-15T12:00:00.000Z")
        found = self.store.r2("acme", "v1", "2026-11-15T10:00:00.000Z", "2026-11-15T11:00:00.000Z")
        self.assertEqual([each.at[11:13] for each in found], ["11", "10"])

    def test_the_ends_of_a_range_are_times(self):
        for ends in (("2026-11-15", "2026-11-15T11:00:00.000Z"), ("2026-11-15T10:00:00.000Z", "2026-11-15T24:00:00.000Z")):
            with self.assertRaisesRegex(ValueError, "at must be a time such as 2026-11-15T10:30:00.000Z"):
                self.store.r2("acme", "v1", *ends)

    def test_buckets_are_read_and_merged(self):
        self.read_at("2026-11-15T23:59:00.000Z", "2026-11-16T00:01:00.000Z", "2026-11-15T22:59:00.000Z", "2026-11-16T02:01:00.000Z")
        self.read_at("2026-11-16T00:00:30.000Z", vehicle_id="v2")
        self.read_at("2026-11-16T00:00:00.000Z", org="other")
        found = self.store.r3("acme", "2026-11-15T23:00:00.000Z", "2026-11-16T02:00:00.000Z")
        self.assertEqual([(each.vehicle_id, each.at[11:19]) for each in found],
                         [("v1", "23:59:00"), ("v2", "00:00:30"), ("v1", "00:01:00")])
        self.assertEqual(self.store.r3("acme", "2026-11-16T02:00:00.000Z", "2026-11-15T23:00:00.000Z"), [])

    def test_a_reading_expires(self):
        self.read_at("2026-11-15T23:59:00.000Z")
        found = self.store.v9("acme", "v1").readings[0]
        self.assertAlmostEqual(found.gone, time.time() + 30 * 24 * 3600, delta=600)

    def test_children_without_a_parent_keep_the_limit(self):
        for hour in ("10", "11", "12"):
            at = f"2026-11-15T{hour}:00:00.000Z"
            self.store.r1(self.module.Reading(at=at, value=1, vehicle_id="ghost", org="acme"))
        found = self.store.v10("acme", "ghost")
        self.assertEqual((found.vehicle, [each.at[11:13] for each in found.readings]), (None, ["12", "11"]))

    def test_an_item_is_replaced_only_at_the_read_version(self):
        note = self.module.Note(note_id="n1", text="first", org="acme")
        self.store.n1(note)
        self.store.n2(replace(note, text="second"), expected_version=1)
        with self.refused("ConditionalCheckFailedException"):
            self.store.n2(replace(note, text="lost"), expected_version=1)
        kept = self.store.n3("acme", "n1")
        self.assertEqual((kept.text, kept.version), ("second", 2))

    def test_exclusive_entries_keep_only_the_one_that_holds(self):
        job = self.module.Job(job_id="j1", depot="d1", day="2026-11-15", status="MOVING", org="acme")
        self.store.j1(job)
        self.assertEqual(self.store.j2("acme", "d1"), [job])
        self.store.j4("acme", "j1", stored_depot="d1", stored_day="2026-11-15", status="LOST")
        self.assertEqual(self.store.j2("acme", "d1"), [])
        self.assertEqual([each.status for each in self.store.j3("acme")], ["LOST"])
        self.store.j5("acme", "j1", stored_day="2026-11-15", stored_status="LOST", depot="d2")
        self.assertEqual([each.depot for each in self.store.j3("acme")], ["d2"], "a key that is not made of it stays")
        self.store.j4("acme", "j1", stored_depot="d2", stored_day="2026-11-15", status="MOVING")
        self.assertEqual([each.depot for each in self.store.j2("acme", "d2")], ["d2"])
        self.store.j4("acme", "j1", stored_depot="d2", stored_day="2026-11-15", status="DONE")
        self.assertEqual((self.store.j2("acme", "d2"), self.store.j3("acme")), ([], []))

    def test_several_rows_are_changed_together(self):
        for number in range(3):
            self.store.j1(self.module.Job(job_id=f"j{number}", depot="d1", day="2026-11-15", status="NEW", org="acme"))
        row = self.module.J6JobRow
        self.store.j6([row(org="acme", job_id=f"j{number}", stored_depot="d1", stored_day="2026-11-15", status="MOVING") for number in range(3)])
        self.assertEqual([each.job_id for each in self.store.j2("acme", "d1")], ["j0", "j1", "j2"])
        with self.refused("TransactionCanceledException"):
            self.store.j6([row(org="acme", job_id=each, stored_depot="d1", stored_day="2026-11-15", status="LOST") for each in ("j0", "nothing")])
        self.assertEqual(self.store.j3("acme"), [])

    def test_several_items_are_checked_and_deleted_together(self):
        self.put()
        for number in range(3):
            self.store.j1(self.module.Job(job_id=f"j{number}", depot="d1", day="2026-11-15", status="MOVING", org="acme"))
        check, job = self.module.J7VehicleRow, self.module.J7JobRow
        with self.refused("TransactionCanceledException"):
            self.store.j7([check("acme", "v1"), check("acme", "v2")], [job("acme", "j0")])
        self.put("v2", "P2")
        self.store.j7([check("acme", "v1"), check("acme", "v2")], [job("acme", "j0"), job("acme", "j2")])
        self.assertEqual([each.job_id for each in self.store.j2("acme", "d1")], ["j1"])

    def test_additions_to_any_shard_are_read_from_all_shards(self):
        for _ in range(40):
            self.store.t1("acme", "hits", 2)
        found = self.store.t2("acme", "hits")
        self.assertGreater(len(found), 1, "one of three shards forty times over")
        self.assertEqual(sum(each.value for each in found), 80)
        self.assertEqual({(each.tally_id, each.org) for each in found}, {("hits", "acme")})

    def test_a_put_has_the_key_of_the_entry_that_holds(self):
        for status in ("NEW", "MOVING", "LOST"):
            self.store.j1(self.module.Job(job_id=status, depot="d1", day="2026-11-15", status=status, org="acme"))
        self.assertEqual([each.job_id for each in self.store.j2("acme", "d1")], ["MOVING"])
        self.assertEqual([each.job_id for each in self.store.j3("acme")], ["LOST"])

    def put_driver(self, driver_id="d1", licence="L1"):
        self.store.d1(self.module.Driver(driver_id=driver_id, licence=licence, depot="north", name="Kim", state="ON", org="acme"))

    def at(self, depot):
        return [(each.driver_id, each.name) for each in self.store.d3("acme", depot)]

    def test_a_copy_moves_with_its_key(self):
        self.put_driver()
        self.assertEqual(self.at("north"), [("d1", "Kim")])
        self.store.d2("acme", "d1", "Kim", "south", "ON", expected_depot="north", expected_state="ON")
        self.assertEqual((self.at("north"), self.at("south")), ([], [("d1", "Kim")]))
        self.store.d2("acme", "d1", "Kim", "south", "ON", expected_depot="south", expected_state="ON")
        self.assertEqual(self.at("south"), [("d1", "Kim")], "where it is, it stays")
        self.store.d2("acme", "d1", "Kim", "south", "OFF", expected_depot="south", expected_state="ON")
        self.assertEqual(self.at("south"), [])
        self.store.d2("acme", "d1", "Kim", "north", "ON", expected_depot="south", expected_state="OFF")
        self.assertEqual((self.at("north"), self.at("south")), ([("d1", "Kim")], []))
        for wrong in (dict(name="Kim", expected_depot="south"), dict(name="Lee", expected_depot="north")):
            with self.refused("TransactionCanceledException"):
                self.store.d2("acme", "d1", depot="west", state="ON", expected_state="ON", **wrong)
        self.assertEqual((self.at("north"), self.at("west")), ([("d1", "Kim")], []))

    def test_a_unique_value_moves_with_its_owner(self):
        self.put_driver()
        self.put_driver("d2", "L2")
        with self.refused("TransactionCanceledException"):
            self.store.d4("acme", "d1", "L2", expected_licence="L1")
        with self.refused("TransactionCanceledException"):
            self.store.d4("acme", "d1", "L3", expected_licence="L2")
        self.store.d4("acme", "d1", "L1", expected_licence="L1")
        with self.refused("TransactionCanceledException"):
            self.put_driver("d3", "L1")
        self.store.d4("acme", "d1", "L3", expected_licence="L1")
        self.put_driver("d3", "L1")
        with self.refused("TransactionCanceledException"):
            self.put_driver("d4", "L3")

    def test_a_scan_returns_only_its_entity(self):
        self.put(parked=True)
        self.put("v2", "P2", parked=False)
        self.read_at("2026-11-15T23:59:00.000Z")
        self.assertEqual([each.vehicle_id for each in self.store.r4()], ["v1"])


class Parcels(GeneratedCase):
    """Reads of several partition keys: children in shards beside their parent, and shards and buckets in one key."""

    def setUp(self):
        self.module, self.store = self.start("parcels", "ParcelsStore")

    def put_scans(self, shipment, volume, numbers):
        for number in numbers:
            at = f"2026-11-15T10:{number}:00.000Z"
            self.store.p2(self.module.Scan(scan_id=f"s{number}", at=at, volume=volume, shipment_id=shipment))

    def put_shipment(self, shipment, **more):
        self.store.p1(self.module.Shipment(shipment_id=shipment, **more))

    def fetched(self, shipment):
        found = self.store.f1(shipment)
        return found.shipment is not None, [each.scan_id for each in found.scans]

    def test_verify_proves_the_model(self):
        self.assertEqual(generated.run("check", "parcels").splitlines()[-1], "no findings")
        self.assertIn("25 of 25 patterns passed", generated.run("verify", "parcels"))

    def test_a_large_parents_children_are_merged_from_all_shards(self):
        self.put_shipment("pallet", destination="Lyon")
        self.put_scans("pallet", "high", range(10, 50))
        keys = {item["PK"]["S"] for item in self.client.scan(TableName="parcels")["Items"]}
        self.assertEqual(keys, {"SHIPMENT#pallet", *(f"SCANS#pallet#{shard}" for shard in range(4))})
        self.assertEqual(self.fetched("pallet"), (True, ["s49", "s48", "s47", "s46", "s45"]))
        self.assertEqual([each.scan_id for each in self.store.f2("pallet").scans], [f"s{number}" for number in range(10, 50)])

    def test_an_ordinary_parents_children_have_one_partition_key(self):
        self.put_shipment("parcel")
        self.put_scans("parcel", "normal", range(10, 18))
        self.put_scans("other", "normal", range(30, 31))
        self.assertEqual(self.fetched("parcel"), (True, ["s17", "s16", "s15", "s14", "s13"]))
        self.put_scans("parcel", "high", range(18, 20))
        self.assertEqual(self.fetched("parcel"), (True, ["s19", "s18", "s17", "s16", "s15"]), "it has grown")

    def test_parents_may_lack_children_and_children_parents(self):
        self.put_shipment("empty")
        self.assertEqual(self.fetched("empty"), (True, []))
        self.assertEqual(self.fetched("missing"), (False, []))
        self.put_scans("lost", "high", range(10, 19))
        self.assertEqual(self.fetched("lost"), (False, ["s18", "s17", "s16", "s15", "s14"]))

    def test_each_kind_of_children_has_its_own_order_and_limit(self):
        self.put_shipment("p1", destination="Lyon")
        self.put_scans("p1", "high", range(10, 20))
        for number in range(10, 30):
            self.store.p3(self.module.Note(note_id=f"n{number}", shipment_id="p1"))
        found = self.store.f3("p1")
        self.assertEqual(found.shipment.destination, "Lyon")
        self.assertEqual([each.scan_id for each in found.scans], ["s19", "s18", "s17"])
        self.assertEqual([each.note_id for each in found.notes], [f"n{number}" for number in range(10, 30)])

    def test_children_under_the_parents_key_are_read_with_it(self):
        self.put_shipment("p1", destination="Lyon")
        self.put_scans("p1", "high", range(10, 20))
        for number in range(4):
            self.store.p3(self.module.Note(note_id=f"n{number}", shipment_id="p1"))
            self.store.p9(self.module.Tag(tag_id=f"t{number}", colour="red", shipment_id="p1"))
        found = self.store.f4("p1")
        self.assertEqual(found.shipment.destination, "Lyon")
        self.assertEqual([each.tag_id for each in found.tags], ["t0", "t1", "t2", "t3"])
        self.assertEqual([each.scan_id for each in found.scans], ["s19", "s18", "s17"])
        found = self.store.f5("p1")
        self.assertEqual(found.shipment.destination, "Lyon")
        self.assertEqual([(each.tag_id, each.colour) for each in found.tags], [(f"t{number}", "red") for number in range(4)])
        self.assertEqual([each.note_id for each in found.notes], ["n0", "n1", "n2", "n3"])
        self.assertIn("F4  Query parcels PK = SHIPMENT#{shipmentId} + Query", generated.run("check", "parcels"))

    def test_every_shard_of_every_bucket_is_read(self):
        for number, at in enumerate(["15T22:59", "15T23:10", "15T23:50", "16T00:01", "16T00:59"]):
            self.store.p4(self.module.Alarm(alarm_id=f"a{number}", depot="d1", at=f"2026-11-{at}:00.000Z"))
        found = self.store.a1("d1", "2026-11-15T23:00:00.000Z", "2026-11-16T00:30:00.000Z")
        self.assertEqual([each.alarm_id for each in found], ["a1", "a2", "a3"])
        found = self.store.a1("d1", "2026-11-15T00:00:00.000Z", "2026-11-16T23:59:00.000Z")
        self.assertEqual([each.alarm_id for each in found], ["a0", "a1", "a2", "a3"])

    def test_a_shard_of_a_time_is_unknown_from_its_bucket(self):
        times = [f"2026-11-{'15T23' if minute < 40 else '16T00'}:{minute}:00.000Z" for minute in range(30, 50)]
        for number, at in enumerate(times, 30):
            self.store.p6(self.module.Event(event_id=f"e{number}", depot="d1", at=at))
            self.store.p7(self.module.Pulse(pulse_id=f"p{number}", depot="d1", at=at))
        keys = {item["PK"]["S"] for item in self.client.scan(TableName="parcels")["Items"]}
        self.assertGreater(len(keys), 8, "more than one shard a bucket")
        events = [each.event_id for each in self.store.a2("d1", times[0], times[-1])]
        self.assertEqual(events, [f"e{number}" for number in range(30, 50)])
        pulses = [each.pulse_id for each in self.store.a3("d1", times[0], times[-1])]
        self.assertEqual(pulses, ["p49", "p48", "p47", "p46"])

    def test_long_integers_are_distinct_from_their_neighbours(self):
        serial = 2**53 + 1
        for each in (serial - 1, serial, serial + 1):
            self.store.p8(self.module.Crate(crate_id=f"c{each}", serial=each))
        self.assertEqual([each.serial for each in self.store.c1(serial)], [serial])

    def test_numbers_in_keys_have_no_exponent(self):
        long = "0.12345678901234567890123456789012345678"
        texts = {
            Decimal(long): long, Decimal("-0.0"): "0", Decimal("7.50"): "7.5", 1234567890123456768.0: "1234567890123456800",
            100000: "100000", 0.5: "0.5", 1e-7: "0.0000001", -2.5e-9: "-0.0000000025", 1.5e22: "15000000000000000000000",
        }
        for grams in texts:
            self.store.p5(self.module.Tariff(grams=grams, cents=1))
            self.assertEqual(float(self.store.t1(grams).grams), float(grams))
        keys = {item["PK"]["S"] for item in self.client.scan(TableName="parcels")["Items"]}
        self.assertEqual(keys, {f"TARIFF#{text}" for text in texts.values()})

    def test_numbers_are_filtered_by_value(self):
        for cents in (100000, 0.1, 7):
            self.store.p5(self.module.Tariff(grams=cents, cents=cents))
        for cents in (100000, 0.1, Decimal("0.1")):
            self.assertEqual([float(each.grams) for each in self.store.t2(cents)], [float(cents)])

    def test_a_text_range_excludes_other_texts(self):
        for number, city in enumerate(["a", "a-1", "a-10", "a-1é", "New", "New York", "Newark", "z"]):
            self.store.c2(self.module.Place(country="x", city=city, place_id=f"é{number}"))
        for first, last, cities in (
                ("a-1", "a-1", {"a-1"}), ("a", "a-10", {"a", "a-1", "a-10"}), ("New", "New York", {"New", "New York"}),
                ("New York", "New York", {"New York"}), ("A", "New", {"New"}), ("New", "a", {"New", "New York", "Newark", "a"})):
            with self.subTest(first=first, last=last):
                self.assertEqual({each.city for each in self.store.c3("x", first, last)}, cities)

    def test_texts_in_keys_refuse_delimiters_except_free_text(self):
        label = self.module.Label(owner="ann", code="a|b", name="#1 | this week")
        self.store.l1(label)
        self.assertEqual(self.store.l2("ann", "a|b"), [label])
        self.assertEqual(self.store.l3("ann", "a|b", "#1 | this week"), label)
        with self.assertRaisesRegex(ValueError, r"owner must be a text of at least one character without # or \|, not ann\|a"):
            self.store.l2("ann|a", "b")
        with self.assertRaisesRegex(ValueError, "code must be a text of at least one character without #, not a#b"):
            self.store.l1(replace(label, code="a#b"))
        with self.assertRaisesRegex(ValueError, "name must be a text of at least one character, not $"):
            self.store.l1(replace(label, name=""))

    def test_the_shorter_of_two_buckets_decides_and_keys_are_bounded(self):
        window = ("2026-11-15T23:00:00.000Z", "2026-11-16T00:00:00.000Z")
        keys = [each["PK"] for each in self.runtime._spread(self.module._A1, {"depot": "d"}, window)]
        hours = ("2026-11-15#2026-11-15T23", "2026-11-16#2026-11-16T00")
        self.assertEqual(keys, [f"ALARMS#d#{hour}#{shard}" for hour in hours for shard in range(3)])
        with self.assertRaisesRegex(ValueError, "more than 10000 partition keys are too many for one read"):
            self.store.a1("d1", "2026-01-01T00:00:00.000Z", "2026-05-30T23:00:00.000Z")


if __name__ == "__main__":
    unittest.main()
