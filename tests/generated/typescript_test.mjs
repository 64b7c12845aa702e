// Type-checks the generated TypeScript and runs it against a server.
//
//   STATOR=… STATOR_MODELS=… node typescript_test.mjs URL
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CreateTableCommand, DynamoDBClient, GetItemCommand, UpdateTimeToLiveCommand, waitUntilTableExists } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

const client = new DynamoDBClient({
  endpoint: process.argv[2],
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
  maxAttempts: 1,
});
const folder = join(process.cwd(), "generated");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

function generate(model, target, ...more) {
  const file = join(process.env.STATOR_MODELS, `${model}.std`);
  return execFileSync(process.env.STATOR, ["model", "generate", file, "--to", target, ...more], { encoding: "utf8" });
}

async function createTables(model) {
  for (const { CreateTable, UpdateTimeToLive } of JSON.parse(generate(model, "create-table"))) {
    await client.send(new CreateTableCommand(CreateTable));
    await waitUntilTableExists({ client, minDelay: 1, maxWaitTime: 30 }, { TableName: CreateTable.TableName });
    if (UpdateTimeToLive) await client.send(new UpdateTimeToLiveCommand(UpdateTimeToLive));
  }
}

const models = ["orders", "fleet", "parcels"];
for (const model of models) {
  generate(model, "typescript", "--out", join(folder, `${model}.ts`));
  await createTables(model);
}
execFileSync("node", [
  "node_modules/typescript/bin/tsc", "--strict", "--noUnusedLocals", "--target", "es2022", "--module", "nodenext",
  "--skipLibCheck", ...models.map((model) => join(folder, `${model}.ts`)),
], { stdio: "inherit" });
const { OrdersStore } = await import(join(folder, "orders.js"));
const { FleetStore } = await import(join(folder, "fleet.js"));
const { ParcelsStore } = await import(join(folder, "parcels.js"));

const refused = (name, promise) => assert.rejects(promise, (error) => error.name === name);
const ids = (orders) => orders.map((order) => order.orderId);

// --- orders: A1 to A7 ---

const orders = new OrdersStore(client);

async function putOrder(orderId, orderDate, status = "OPEN", lines = 2) {
  const order = { orderId, custId: "c1", orderDate, status, total: "9.9", version: 1 };
  const items = Array.from({ length: lines }, (_, i) => ({ orderId, lineNo: i + 1, sku: `s${i + 1}`, qty: "1", price: "4.95" }));
  await orders.a6(order, items);
  return { order, items };
}

const customer = { custId: "c1", name: "Nina", tier: "gold", createdAt: "2026-01-02" };
await orders.a0(customer);
assert.deepEqual(await orders.a1("c1"), customer);
assert.equal(await orders.a1("c"), undefined);

const first = await putOrder("o-9001", "2026-10-01", "OPEN", 12);
for (let day = 2; day <= 25; ++day) await putOrder(`o${day}`, `2026-10-${String(day).padStart(2, "0")}`, day < 20 ? "OPEN" : "PAID", 0);
assert.deepEqual(ids(await orders.a2("c1")), Array.from({ length: 20 }, (_, i) => `o${25 - i}`));
assert.deepEqual(await orders.a3("o-9001"), { order: first.order, lines: first.items });
assert.deepEqual(await orders.a3("o-9"), { order: undefined, lines: [] });
assert.deepEqual(ids(await orders.a4("c1", "PAID")), ["o25", "o24", "o23", "o22", "o21", "o20"]);
assert.deepEqual((await orders.a4("c1", "PAID"))[0], { orderId: "o25", orderDate: "2026-10-25", custId: "c1", status: "PAID", total: "9.9" });
assert.deepEqual(ids(await orders.a5()), ["o-9001", ...Array.from({ length: 18 }, (_, i) => `o${i + 2}`)]);

await refused("TransactionCanceledException", putOrder("o-9001", "2026-10-01"));
await orders.a7("c1", "2026-10-01", "o-9001", "SHIPPED", 1);
assert.deepEqual(ids(await orders.a4("c1", "SHIPPED")), ["o-9001"]);
assert.equal((await orders.a5()).length, 18);
const changed = (await orders.a3("o-9001")).order;
assert.deepEqual([changed.status, changed.version], ["SHIPPED", 2]);
await refused("TransactionCanceledException", orders.a7("c1", "2026-10-01", "o-9001", "PAID", 1));
await orders.a7("c1", "2026-10-01", "o-9001", "OPEN", 2);
const Key = { PK: "CUST#c1", SK: "ORDER#2026-10-01#o-9001" };
const stored = await DynamoDBDocumentClient.from(client).send(new GetCommand({ TableName: "app-main", Key }));
assert.equal(stored.Item.GSI2PK, "OPEN#1", "md5 of o-9001 modulo 4");

const open = await orders.r1("OPEN", "9", "9.9");
assert.equal(open.length, 19);
assert.deepEqual(open.find(({ orderId }) => orderId === "o-9001"), { custId: "c1", orderId: "o-9001", total: 9.9 });
assert.deepEqual((await orders.r2("o-9001")).map(({ lineNo }) => lineNo), Array.from({ length: 12 }, (_, i) => i + 1));

const unfit = (text, promise) => assert.rejects(promise, (error) => error instanceof RangeError && error.message.startsWith(text));
await unfit("status must be one of OPEN, ", putOrder("o99", "2026-11-15", "NOPE"));
await unfit("orderDate must be a date such as 2026-11-15, not 2026/12/31", putOrder("o99", "2026/12/31"));
await unfit("lineNo must be a whole number of at most 3 digits, not 1234", orders.a6({ orderId: "o99", custId: "c1", orderDate: "2026-11-15" }, [{ orderId: "o99", lineNo: 1234 }]));
await unfit("status must be one of OPEN, ", orders.a4("c1", "NOPE"));
for (const text of ["c1#PAID", "#", ""]) {
  const demand = `must be a text of at least one character without #, not ${text}`;
  await unfit(`custId ${demand}`, orders.a6({ orderId: "o99", custId: text, orderDate: "2026-11-15" }, []));
  await unfit(`orderId ${demand}`, orders.a6({ orderId: text, custId: "c1", orderDate: "2026-11-15" }, []));
  await unfit(`custId ${demand}`, orders.a1(text));
  await unfit(`custId ${demand}`, orders.a4(text, "OPEN"));
  await unfit(`orderId ${demand}`, orders.a3(text));
  await unfit(`orderId ${demand}`, orders.a7("c1", "2026-10-01", text, "PAID", 1));
}

// --- fleet ---

const fleet = new FleetStore(client);
await fleet.v1({ vehicleId: "v1", plate: "P1", org: "acme", owner: "o1", maker: "m", model: "x", built: "2021-01-01" });
await refused("TransactionCanceledException", fleet.v1({ vehicleId: "v2", plate: "P1", org: "acme" }));
await fleet.v3("acme", "v1", 5);
await fleet.v5("acme", "v1", ["a"]);
await fleet.v5("acme", "v1", ["b"]);
await fleet.v4("acme", "v1", true, 1);
await refused("ConditionalCheckFailedException", fleet.v4("acme", "v1", false, 1));
const vehicle = await fleet.v2("acme", "v1");
assert.deepEqual([vehicle.trips, vehicle.notes, vehicle.parked, vehicle.version], [5, ["a", "b"], true, 2]);
assert.equal(await fleet.v2("other", "v1"), undefined);
assert.deepEqual(await fleet.v7("o1"), [vehicle]);
const [shown] = await fleet.s3("m", "x");
for (const each of [await fleet.s1("acme", "v1"), shown, ...(await fleet.s4())]) {
  assert.deepEqual([each.vehicleId, each.plate, each.owner], ["v1", "P1", undefined], "only what is shown is read");
}
assert.deepEqual((await fleet.s2("o1")).map((each) => [each.vehicleId, each.maker, each.plate]), [["v1", "m", undefined]]);
assert.deepEqual(await fleet.v8("m", "x", "2021-01-01", "2022-01-01"), [vehicle]);
assert.deepEqual(await fleet.v8("m", "x", "2021-01-02", "2022-01-01"), []);
assert.deepEqual(await fleet.r4(), [vehicle]);
for (const at of ["2026-11-15T23:59:00.000Z", "2026-11-16T00:01:00.000Z", "2026-11-15T22:59:00.000Z"]) {
  await fleet.r1({ at, value: "1.5", vehicleId: "v1", org: "acme" });
}
const readings = await fleet.r3("acme", "2026-11-15T23:00:00.000Z", "2026-11-16T02:00:00.000Z");
assert.deepEqual(readings.map((each) => each.at.slice(11, 16)), ["23:59", "00:01"]);
assert.ok(readings[0].gone > Date.now() / 1000);
const latest = await fleet.r2("acme", "v1", "2026-11-15T22:59:00.000Z", "2026-11-15T23:59:00.000Z");
assert.deepEqual(latest.map((each) => each.at.slice(11, 16)), ["23:59", "22:59"]);
assert.equal((await fleet.v9("acme", "v1")).readings.length, 3);
for (const hour of ["10", "11", "12"]) {
  await fleet.r1({ at: `2026-11-14T${hour}:00:00.000Z`, value: "1", vehicleId: "ghost", org: "acme" });
}
const orphans = await fleet.v10("acme", "ghost");
assert.deepEqual([orphans.vehicle, orphans.readings.map((each) => each.at.slice(11, 13))], [undefined, ["12", "11"]]);
const note = { noteId: "n1", text: "first", org: "acme" };
await fleet.n1(note);
await fleet.n2({ ...note, text: "second" }, 1);
await refused("ConditionalCheckFailedException", fleet.n2({ ...note, text: "lost" }, 1));
assert.deepEqual(await fleet.n3("acme", "n1"), { ...note, text: "second", version: 2 });
const day = "2026-11-15";
for (const status of ["NEW", "MOVING", "LOST"]) await fleet.j1({ jobId: status, depot: "d1", day, status, org: "acme" });
const jobIds = async () => [await fleet.j2("acme", "d1"), await fleet.j3("acme")].map((jobs) => jobs.map((job) => job.jobId));
assert.deepEqual(await jobIds(), [["MOVING"], ["LOST"]]);
await fleet.j4("acme", "MOVING", "d1", day, "LOST");
await fleet.j5("acme", "LOST", day, "LOST", "d2");
assert.deepEqual(await jobIds(), [[], ["LOST", "MOVING"]]);
await fleet.j4("acme", "LOST", "d2", day, "DONE");
await fleet.j4("acme", "MOVING", "d1", day, "MOVING");
assert.deepEqual(await jobIds(), [["MOVING"], []]);
await fleet.j6(["NEW", "LOST"].map((jobId) => ({ org: "acme", jobId, storedDepot: jobId === "LOST" ? "d2" : "d1", storedDay: day, status: "LOST" })));
assert.deepEqual(await jobIds(), [["MOVING"], ["LOST", "NEW"]]);
await refused("TransactionCanceledException", fleet.j7([{ org: "acme", vehicleId: "v2" }], [{ org: "acme", jobId: "NEW" }]));
await fleet.j7([{ org: "acme", vehicleId: "v1" }], ["NEW", "LOST"].map((jobId) => ({ org: "acme", jobId })));
assert.deepEqual(await jobIds(), [["MOVING"], []]);
for (let i = 0; i < 40; ++i) await fleet.t1("acme", "hits", 2);
const tallies = await fleet.t2("acme", "hits");
assert.ok(tallies.length > 1, "one of three shards forty times over");
assert.equal(tallies.reduce((sum, each) => sum + each.value, 0), 80);
await fleet.v6("acme", "v1", "P1");
assert.equal(await fleet.v2("acme", "v1"), undefined);

const driver = { driverId: "d1", licence: "L1", depot: "north", name: "Kim", state: "ON", org: "acme" };
await fleet.d1(driver);
const drivers = async () => [await fleet.d3("acme", "north"), await fleet.d3("acme", "south")].map((found) => found.map((each) => each.driverId));
assert.deepEqual(await drivers(), [["d1"], []]);
await fleet.d2("acme", "d1", "Kim", "south", "ON", "north", "ON");
assert.deepEqual(await drivers(), [[], ["d1"]]);
await fleet.d2("acme", "d1", "Kim", "south", "ON", "south", "ON");
assert.deepEqual(await drivers(), [[], ["d1"]]);
await fleet.d2("acme", "d1", "Kim", "south", "OFF", "south", "ON");
assert.deepEqual(await drivers(), [[], []]);
await fleet.d2("acme", "d1", "Kim", "north", "ON", "south", "OFF");
assert.deepEqual(await drivers(), [["d1"], []]);
await refused("TransactionCanceledException", fleet.d2("acme", "d1", "Kim", "south", "ON", "south", "ON"));
await refused("TransactionCanceledException", fleet.d2("acme", "d1", "Lee", "south", "ON", "north", "ON"));
await fleet.d4("acme", "d1", "L1", "L1");
await refused("TransactionCanceledException", fleet.d1({ ...driver, driverId: "d2" }));
await fleet.d4("acme", "d1", "L2", "L1");
await fleet.d1({ ...driver, driverId: "d2" });
await refused("TransactionCanceledException", fleet.d4("acme", "d1", "L1", "L2"));

// --- parcels: several partition keys for one read ---

const parcels = new ParcelsStore(client);
const numbers = (first, count) => Array.from({ length: count }, (_, i) => first + i);
async function putScans(shipmentId, volume, first, count) {
  for (const number of numbers(first, count)) {
    await parcels.p2({ scanId: `s${number}`, at: `2026-11-15T10:${number}:00.000Z`, volume, shipmentId });
  }
}
const scanIds = (found) => found.scans.map((each) => each.scanId);
const fetched = async (shipmentId) => {
  const found = await parcels.f1(shipmentId);
  return [found.shipment?.shipmentId, ...scanIds(found)];
};
for (const shipmentId of ["pallet", "parcel", "empty"]) await parcels.p1({ shipmentId, destination: "Lyon" });
await putScans("pallet", "high", 10, 40);
await putScans("parcel", "normal", 10, 8);
await putScans("lost", "high", 10, 9);
assert.deepEqual(await fetched("pallet"), ["pallet", "s49", "s48", "s47", "s46", "s45"]);
assert.deepEqual(scanIds(await parcels.f2("pallet")), numbers(10, 40).map((number) => `s${number}`));
assert.deepEqual(await fetched("parcel"), ["parcel", "s17", "s16", "s15", "s14", "s13"]);
await putScans("parcel", "high", 18, 2);
assert.deepEqual(await fetched("parcel"), ["parcel", "s19", "s18", "s17", "s16", "s15"], "it has grown");
assert.deepEqual(await fetched("empty"), ["empty"]);
assert.deepEqual(await fetched("missing"), [undefined]);
assert.deepEqual(await fetched("lost"), [undefined, "s18", "s17", "s16", "s15", "s14"]);
for (const number of numbers(10, 20)) await parcels.p3({ noteId: `n${number}`, shipmentId: "pallet" });
const kinds = await parcels.f3("pallet");
assert.deepEqual([kinds.shipment.destination, ...scanIds(kinds)], ["Lyon", "s49", "s48", "s47"]);
assert.deepEqual(kinds.notes.map((each) => each.noteId), numbers(10, 20).map((number) => `n${number}`));
for (const number of numbers(0, 4)) await parcels.p9({ tagId: `t${number}`, colour: "red", shipmentId: "pallet" });
const together = await parcels.f4("pallet");
assert.deepEqual([together.shipment.destination, ...scanIds(together)], ["Lyon", "s49", "s48", "s47"]);
assert.deepEqual(together.tags.map((each) => each.tagId), ["t0", "t1", "t2", "t3"]);
const noted = await parcels.f5("pallet");
assert.deepEqual([noted.shipment.destination, noted.notes.length, noted.tags.length], ["Lyon", 20, 4]);
for (const [number, at] of ["15T22:59", "15T23:10", "15T23:50", "16T00:01", "16T00:59"].entries()) {
  await parcels.p4({ alarmId: `a${number}`, depot: "d1", at: `2026-11-${at}:00.000Z` });
}
const alarmIds = async (from, to) => (await parcels.a1("d1", `2026-${from}:00.000Z`, `2026-${to}:00.000Z`)).map((each) => each.alarmId);
assert.deepEqual(await alarmIds("11-15T23:00", "11-16T00:30"), ["a1", "a2", "a3"]);
assert.deepEqual(await alarmIds("11-15T00:00", "11-16T23:59"), ["a0", "a1", "a2", "a3"]);
await unfit("more than 10000 partition keys are too many for one read", alarmIds("01-01T00:00", "05-30T23:00"));

const times = numbers(30, 20).map((minute) => `2026-11-${minute < 40 ? "15T23" : "16T00"}:${minute}:00.000Z`);
for (const [number, at] of times.entries()) {
  await parcels.p6({ eventId: `e${30 + number}`, depot: "d1", at });
  await parcels.p7({ pulseId: `p${30 + number}`, depot: "d1", at });
}
const events = await parcels.a2("d1", times[0], times[19]);
assert.deepEqual(events.map((each) => each.eventId), numbers(30, 20).map((number) => `e${number}`), "of all shards");
const pulses = await parcels.a3("d1", times[0], times[19]);
assert.deepEqual(pulses.map((each) => each.pulseId), ["p49", "p48", "p47", "p46"]);

// A number without a width becomes the text of its digits and stays exact.
const texts = new Map([
  ["100000", "100000"], ["1e5", "100000"], ["0.50", "0.5"], ["1e-7", "0.0000001"], ["-2.5e-9", "-0.0000000025"],
  ["9007199254740993", "9007199254740993"], ["0.1234567890123456789012345678901234567", "0.1234567890123456789012345678901234567"],
]);
for (const [grams, text] of texts) {
  await parcels.p5({ grams, cents: "1" });
  assert.deepEqual(await parcels.t1(grams), { grams: text, cents: "1" });
  const key = { PK: `TARIFF#${text}`, SK: "TARIFF" };
  const raw = await client.send(new GetItemCommand({ TableName: "parcels", Key: { PK: { S: key.PK }, SK: { S: key.SK } } }));
  assert.equal(raw.Item?.grams.N, text, "numbers stand in keys without exponents");
}
assert.deepEqual(await parcels.t1("9007199254740992"), undefined, "its neighbour");
await unfit("grams must be a number such as 12.5, not many", parcels.p5({ grams: "many", cents: "1" }));

await parcels.p5({ grams: "1", cents: "0.1" });
assert.deepEqual(await parcels.t2("0.10"), [{ grams: "1", cents: "0.1" }]);

// Integers that a number cannot hold exactly are bigints.
const serial = 9007199254740993n; // 2^53 + 1
for (const each of [serial - 1n, serial, serial + 1n]) await parcels.p8({ crateId: `c${each}`, serial: each });
assert.deepEqual(await parcels.c1(serial), [{ crateId: `c${serial}`, serial }]);

for (const [number, city] of ["a", "a-1", "a-10", "a-1é", "New", "New York", "Newark", "z"].entries()) {
  await parcels.c2({ country: "x", city, placeId: `é${number}` });
}
const cities = async (from, to) => (await parcels.c3("x", from, to)).map((each) => each.city).sort();
assert.deepEqual(await cities("a-1", "a-1"), ["a-1"]);
assert.deepEqual(await cities("a", "a-10"), ["a", "a-1", "a-10"]);
assert.deepEqual(await cities("New", "New York"), ["New", "New York"]);
assert.deepEqual(await cities("New York", "New York"), ["New York"]);
assert.deepEqual(await cities("A", "New"), ["New"]);

const label = { owner: "ann", code: "a|b", name: "#1 | this week" };
await parcels.l1(label);
assert.deepEqual(await parcels.l2("ann", "a|b"), [label], "free text may have any letter in it");
assert.deepEqual(await parcels.l3("ann", "a|b", label.name), label);
await unfit("owner must be a text of at least one character without # or |, not ann|a", parcels.l2("ann|a", "b"));
await unfit("code must be a text of at least one character without #, not a#b", parcels.l1({ ...label, code: "a#b" }));
await unfit("name must be a text of at least one character, not ", parcels.l1({ ...label, name: "" }));

console.log("every pattern of orders, fleet and parcels did what it says");
