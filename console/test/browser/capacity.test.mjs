// The capacity view against a real server whose clock is turned minute by minute.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

const MINUTES = 12;
const WRITES = 30; // a minute, of 12 units each

let browser;
let server;

const post = (path, body) => fetch(`${server.origin}/_stator/${path}`, { method: "POST", body: JSON.stringify(body) });

async function service(target, operation, body) {
  const version = target.startsWith("AnyScale") ? "1.1" : "1.0";
  const headers = { "content-type": `application/x-amz-json-${version}`, "x-amz-target": `${target}.${operation}` };
  const answer = await fetch(`${server.origin}/`, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${operation}: ${answer.status}`);
  const text = await answer.text();
  return text === "" ? {} : JSON.parse(text);
}

before(async () => {
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole() });
  await post("clock", { set: "2030-01-15T09:30:00Z", frozen: true });
  await call(server.origin, "CreateTable", {
    TableName: "scans",
    BillingMode: "PROVISIONED",
    ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
  });
  await service("GraniteServiceVersion20100801", "PutMetricAlarm", {
    AlarmName: "busy <b>writes</b>",
    Namespace: "AWS/DynamoDB",
    MetricName: "ConsumedWriteCapacityUnits",
    Dimensions: [{ Name: "TableName", Value: "scans" }],
    Statistic: "Sum",
    Period: 60,
    EvaluationPeriods: 1,
    Threshold: 100,
    ComparisonOperator: "GreaterThanThreshold",
  });
  const text = { S: "x".repeat(12_000) };
  for (let minute = 0; minute < MINUTES; minute++) {
    const puts = Array.from({ length: WRITES }, (_, at) =>
      call(server.origin, "PutItem", { TableName: "scans", Item: { pk: { S: `SCANS#${at}` }, text } }),
    );
    await Promise.all(puts);
    await post("clock", { advance: "1m" });
  }
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const at = (query = "") => `${server.url}#/tables/scans/capacity${query}`;
const open = () => openPage(browser, { url: at() });
const button = (within, name) => within.getByRole("button", { name, exact: true });

test("charts show units against the ceiling, throttles by reason, and latencies", async () => {
  const { page, close } = await open();
  const writes = page.getByRole("region", { name: "Write units a second", exact: true });
  await button(writes, "As table").click();
  const table = writes.getByRole("region", { name: "Write units a second as a table" });
  await table.getByText("2030-01-15 09:41 UTC").waitFor();
  const row = await table.getByRole("row", { name: /09:41/ }).getByRole("cell").allInnerTexts();
  assert.equal(row[0], "6"); // 30 writes of 12 units in a minute
  assert.equal(row[1], "5");
  assert.match(await table.innerText(), /busy <b>writes<\/b>: alarm/);
  const throttles = page.getByRole("region", { name: "Throttles by reason", exact: true });
  await throttles.getByText("Writes over the provisioned rate").waitFor();
  const latency = page.getByRole("region", { name: "Latency of PutItem", exact: true });
  assert.match(await latency.getByRole("listitem").filter({ hasText: "p99" }).innerText(), /p99\s+[\d.]+ ms/);
  await page.getByText("Nothing was throttled").waitFor({ state: "detached" });
  await close();
});

test("a drag over a chart narrows the time, and the address keeps it", async () => {
  const { page, close } = await open();
  const plot = page.getByRole("application", { name: /^Write units/ });
  await page.getByRole("region", { name: "Latency of PutItem", exact: true }).waitFor();
  await page.getByText("Smallest").or(page.getByText("not scaled")).first().waitFor();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  await page.mouse.move(box.x + 300, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + 600, box.y + 80, { steps: 3 });
  await page.mouse.up();
  await button(page, "Follow the clock").waitFor();
  assert.match(page.url(), /from=\d+&to=\d+/);
  assert.match(await page.getByRole("link", { name: "Heat of this time" }).getAttribute("href"), /heat\?from=\d+&to=\d+/);
  await page.goBack();
  await page.goForward();
  await button(page, "Follow the clock").click();
  await page.getByRole("radio", { name: "1 h" }).waitFor();
  await close();
});

test("the mode of a table is set here", async () => {
  const { page, close } = await open();
  const mode = page.getByLabel("Capacity mode");
  await mode.selectOption("enforce");
  await page.waitForFunction(async () => {
    const answer = await fetch("../_stator/tables/scans/capacity");
    return (await answer.json()).mode === "enforce";
  });
  await mode.selectOption("server");
  await page.waitForFunction(async () => (await (await fetch("../_stator/tables/scans/capacity")).json()).mode === null);
  await close();
});

test("scaling and schedules are made, changed and ended", async () => {
  const { page, close } = await open();
  const resource = { ServiceNamespace: "dynamodb", ResourceId: "table/scans" };
  const scaling = (operation) => service("AnyScaleFrontendService", operation, resource);
  await button(page, "Scale writes").click();
  const form = page.getByRole("form", { name: "Scaling of writes" });
  await form.getByLabel("Largest units").fill("4");
  assert.ok(await button(form, "Save").isDisabled());
  await form.getByLabel("Largest units").fill("80");
  await form.getByLabel("Target, % used").fill("60");
  await button(form, "Save").click();
  await page.getByText("5 to 80 units, 60 % used").waitFor();
  const { ScalingPolicies } = await scaling("DescribeScalingPolicies");
  assert.equal(ScalingPolicies[0].TargetTrackingScalingPolicyConfiguration.TargetValue, 60);

  await button(page, "Add a schedule").click();
  const schedule = page.getByRole("form", { name: "A schedule" });
  await schedule.getByLabel("Name").fill("night");
  await schedule.getByLabel("Largest units").fill("20");
  await button(schedule, "Save").click();
  await page.getByText("writes from as before to 20 units, UTC").waitFor();
  await button(page, "Delete schedule night").click();
  await page.getByText("No schedule changes the bounds of scaling.").waitFor();
  await button(page, "Stop scaling writes").click();
  await page.getByText("5 to 80 units").waitFor({ state: "detached" });
  assert.deepEqual((await scaling("DescribeScalingPolicies")).ScalingPolicies, []);
  await close();
});

test("alarms have their states, and decreases their limit", async () => {
  const { page, close } = await open();
  const alarms = page.getByRole("region", { name: "Alarms of the table" });
  const row = alarms.getByRole("row", { name: /busy <b>writes<\/b>/ });
  assert.match(await row.innerText(), /Alarm\s+Sum ConsumedWriteCapacityUnits > 100, 1 × 60 s/);
  await close();
});
