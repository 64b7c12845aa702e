// A small application with ElectroDB: two entities in one table, a collection, two indexes, pages, conditions, updates, batches.
//
//   node electrodb.mjs URL
import assert from "node:assert/strict";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import electrodb from "electrodb";

const { Entity, Service } = electrodb;
const client = new DynamoDBClient({
  endpoint: process.argv[2],
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
  maxAttempts: 1,
});
const table = "electro";
const keys = (index) => ({ pk: `${index}pk`, sk: `${index}sk` });

const Employee = new Entity(
  {
    model: { entity: "employee", version: "1", service: "taskapp" },
    attributes: {
      employeeId: { type: "string", required: true },
      office: { type: "string", required: true },
      team: { type: "string", required: true },
      name: { type: "string" },
      salary: { type: "number" },
      skills: { type: "set", items: "string" },
      history: { type: "list", items: { type: "string" } },
      address: { type: "map", properties: { city: { type: "string" }, zip: { type: "string" } } },
    },
    indexes: {
      employee: { collection: "assignments", pk: { field: "pk", composite: ["employeeId"] }, sk: { field: "sk", composite: [] } },
      coworkers: {
        index: "gsi1",
        collection: "workplaces",
        pk: { field: keys("gsi1").pk, composite: ["office"] },
        sk: { field: keys("gsi1").sk, composite: ["team", "employeeId"] },
      },
    },
  },
  { client, table },
);

const Task = new Entity(
  {
    model: { entity: "task", version: "1", service: "taskapp" },
    attributes: {
      taskId: { type: "string", required: true },
      employeeId: { type: "string", required: true },
      project: { type: "string", required: true },
      status: { type: ["open", "done"], default: "open" },
      points: { type: "number" },
    },
    indexes: {
      assigned: {
        collection: "assignments",
        pk: { field: "pk", composite: ["employeeId"] },
        sk: { field: "sk", composite: ["project", "taskId"] },
      },
      byStatus: {
        index: "gsi2",
        pk: { field: keys("gsi2").pk, composite: ["project", "status"] },
        sk: { field: keys("gsi2").sk, composite: ["taskId"] },
      },
    },
  },
  { client, table },
);

const service = new Service({ employee: Employee, task: Task }, { client, table });

const ANN = {
  employeeId: "ann",
  office: "oslo",
  team: "db",
  name: "Ann",
  salary: 10,
  skills: ["c++"],
  history: [],
  address: { city: "Oslo", zip: "1" },
};

async function create() {
  const schema = ({ pk, sk }) => [
    { AttributeName: pk, KeyType: "HASH" },
    { AttributeName: sk, KeyType: "RANGE" },
  ];
  await client.send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: schema(keys("")),
      AttributeDefinitions: ["", "gsi1", "gsi2"]
        .flatMap((index) => Object.values(keys(index)))
        .map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
      GlobalSecondaryIndexes: ["gsi1", "gsi2"].map((IndexName) => ({
        IndexName,
        KeySchema: schema(keys(IndexName)),
        Projection: { ProjectionType: "ALL" },
      })),
    }),
  );
  await Employee.create(ANN).go();
  await Employee.put([
    { employeeId: "bea", office: "oslo", team: "db", name: "Bea", salary: 20 },
    { employeeId: "cid", office: "oslo", team: "ui", name: "Cid", salary: 30 },
    { employeeId: "dee", office: "rome", team: "db", name: "Dee", salary: 40 },
  ]).go();
  const tasks = Array.from({ length: 60 }, (_, i) => ({
    taskId: `t${String(i).padStart(3, "0")}`,
    employeeId: i % 2 ? "ann" : "bea",
    project: "stator",
    points: i,
  }));
  const { unprocessed } = await Task.put(tasks).go();  // exceeds one batch: the library splits it
  assert.deepEqual(unprocessed, []);
}

async function single() {
  const { data } = await Employee.get({ employeeId: "ann" }).go();
  assert.deepEqual(data, ANN);
  assert.equal((await Employee.get({ employeeId: "nobody" }).go()).data, null);
  const some = await Employee.get({ employeeId: "ann" }).go({ attributes: ["name", "salary"] });
  assert.deepEqual(some.data, { name: "Ann", salary: 10 });
}

async function conditions() {
  await assert.rejects(Employee.create({ employeeId: "ann", office: "x", team: "y" }).go(), /conditional request failed/);
  await assert.rejects(Employee.patch({ employeeId: "nobody" }).set({ name: "N" }).go(), /conditional request failed/);
  await assert.rejects(
    Employee.update({ employeeId: "ann" })
      .add({ salary: 1 })
      .where(({ salary }, { gt }) => gt(salary, 100))
      .go(),
    /conditional request failed/,
  );
  await assert.rejects(Employee.remove({ employeeId: "nobody" }).go(), /conditional request failed/);
}

async function updates() {
  const { data } = await Employee.update({ employeeId: "ann" })
    .add({ salary: 5, skills: ["go"] })
    .append({ history: ["hired"] })
    .data(({ address }, { set }) => set(address.city, "Bergen"))
    .remove(["name"])
    .where(({ salary }, { between }) => between(salary, 10, 12))
    .go({ response: "all_new" });
  assert.equal(data.salary, 15);
  assert.deepEqual([...data.skills].sort(), ["c++", "go"]);
  assert.deepEqual([data.history, data.address, data.name], [["hired"], { city: "Bergen", zip: "1" }, undefined]);
  const deleted = await Employee.update({ employeeId: "ann" })
    .delete({ skills: ["go"] })
    .subtract({ salary: 5 })
    .go({ response: "updated_new" });
  assert.equal(deleted.data.salary, 10);
  const moved = await Employee.patch({ employeeId: "cid" }).set({ office: "rome", team: "ui" }).go({ response: "all_new" });
  assert.equal(moved.data.office, "rome");  // its position in gsi1 changes with it
}

async function queries() {
  const names = async (query) => (await query.go()).data.map((item) => item.employeeId);
  assert.deepEqual(await names(Employee.query.coworkers({ office: "oslo" })), ["ann", "bea"]);
  assert.deepEqual(await names(Employee.query.coworkers({ office: "rome", team: "ui" })), ["cid"]);
  assert.deepEqual(await names(Employee.query.coworkers({ office: "oslo" }).begins({ team: "d" })), ["ann", "bea"]);
  const { data } = await Task.query
    .assigned({ employeeId: "ann", project: "stator" })
    .between({ taskId: "t010" }, { taskId: "t020" })
    .where(({ points }, { gte }) => gte(points, 15))
    .go({ order: "desc" });
  assert.deepEqual(
    data.map((task) => task.taskId),
    ["t019", "t017", "t015"],
  );
  const open = await Task.query.byStatus({ project: "stator", status: "open" }).go({ pages: "all" });
  assert.equal(open.data.length, 60);
  await Task.patch({ taskId: "t000", employeeId: "bea", project: "stator" }).set({ status: "done" }).go();
  const done = await Task.query.byStatus({ project: "stator", status: "done" }).go();
  assert.deepEqual(
    done.data.map((task) => task.taskId),
    ["t000"],
  );
}

async function collections() {
  const { data } = await service.collections.assignments({ employeeId: "ann" }).go({ pages: "all" });
  assert.deepEqual([data.employee.map((item) => item.employeeId), data.task.length], [["ann"], 30]);
}

async function pages() {
  const seen = [];
  let cursor = null,
    count = 0;
  do {
    const page = await Task.query.assigned({ employeeId: "bea" }).go({ cursor, limit: 7 });
    seen.push(...page.data.map((task) => task.taskId));
    cursor = page.cursor;
    count++;
  } while (cursor !== null);
  assert.equal(count, 5);
  assert.deepEqual(
    seen,
    Array.from({ length: 30 }, (_, i) => `t${String(2 * i).padStart(3, "0")}`),
  );
  const counted = await Task.query.byStatus({ project: "stator", status: "open" }).go({ count: 10 });
  assert.equal(counted.data.length, 10);
  const next = await Task.query.byStatus({ project: "stator", status: "open" }).go({ cursor: counted.cursor, count: 1 });
  assert.equal(next.data[0].taskId, "t011"); // t000 is done
}

async function batches() {
  const { data, unprocessed } = await Task.get([
    { taskId: "t001", employeeId: "ann", project: "stator" },
    { taskId: "none", employeeId: "ann", project: "stator" },
  ]).go();
  assert.deepEqual([data.map((task) => task.taskId), unprocessed], [["t001"], []]);
  await Task.delete(
    Array.from({ length: 30 }, (_, i) => ({ taskId: `t${String(2 * i + 1).padStart(3, "0")}`, employeeId: "ann", project: "stator" })),
  ).go();
  assert.equal((await Task.query.assigned({ employeeId: "ann" }).go()).data.length, 0);
}

async function scans() {
  const { data } = await Task.scan.where(({ points }, { lt }) => lt(points, 10)).go({ pages: "all" });
  assert.deepEqual(
    data.map((task) => task.points).sort((a, b) => a - b),
    [0, 2, 4, 6, 8],
  );
  const found = await Employee.match({ team: "db" }).go();
  assert.deepEqual(found.data.map((item) => item.employeeId).sort(), ["ann", "bea", "dee"]);
}

for (const part of [create, single, conditions, updates, queries, collections, pages, batches, scans]) {
  await part();
  console.log(`${part.name}: ok`);
}
