// A small application with Dynamoose. It creates its table, and stores, queries, updates and
// deletes songs through models, with an index, conditions, batches and transactions.
//
//   node dynamoose.mjs URL
import assert from "node:assert/strict";
import dynamoose from "dynamoose";

const client = new dynamoose.aws.ddb.DynamoDB({
  endpoint: process.argv[2],
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
  maxAttempts: 1,
});
dynamoose.aws.ddb.set(client);

const schema = new dynamoose.Schema(
  {
    artist: { type: String, hashKey: true },
    title: { type: String, rangeKey: true },
    genre: { type: String, index: { name: "byGenre", type: "global", rangeKey: "plays" } },
    plays: { type: Number, default: 0 },
    tags: { type: Set, schema: [String] },
    released: { type: Date },
    label: { type: Object, schema: { name: String, city: String } },
    lyrics: { type: Array, schema: [String] },
  },
  { timestamps: false },
);
const Song = dynamoose.model("Songs", schema, { throughput: "ON_DEMAND", waitForActive: { enabled: true } });
const RELEASED = new Date("1965-06-01T00:00:00.000Z");

async function create() {
  for (let i = 0; i < 12; i++) {
    await Song.create({
      artist: "Nina Simone",
      title: `Song ${String(i).padStart(2, "0")}`,
      genre: i % 3 ? "soul" : "jazz",
      plays: i * 10,
      tags: new Set(["live", `no${i}`]),
      released: RELEASED,
      label: { name: "Philips", city: "Paris" },
      lyrics: ["la", "la"],
    });
  }
}

async function single() {
  const song = await Song.get({ artist: "Nina Simone", title: "Song 03" });
  assert.deepEqual([song.plays, song.released, song.label.city], [30, RELEASED, "Paris"]);
  assert.deepEqual([...song.tags].sort(), ["live", "no3"]);
  assert.equal(await Song.get({ artist: "Nobody", title: "None" }), undefined);
}

async function conditions() {
  await assert.rejects(Song.create({ artist: "Nina Simone", title: "Song 00" }), {
    name: "ConditionalCheckFailedException",
  });
  const popular = new dynamoose.Condition().where("plays").gt(1000);
  await assert.rejects(
    Song.update({ artist: "Nina Simone", title: "Song 01" }, { genre: "pop" }, { condition: popular }),
    { name: "ConditionalCheckFailedException" },
  );
}

async function updates() {
  const key = { artist: "Nina Simone", title: "Song 02" };
  const song = await Song.update(key, { $ADD: { plays: 5 }, $SET: { genre: "jazz" }, $REMOVE: ["label"] });
  assert.deepEqual([song.plays, song.genre, song.label], [25, "jazz", undefined]);
}

async function queries() {
  const first = await Song.query("artist").eq("Nina Simone").sort("descending").limit(5).exec();
  assert.deepEqual([first.length, first[0].title], [5, "Song 11"]);
  const second = await Song.query("artist").eq("Nina Simone").sort("descending").limit(5).startAt(first.lastKey).exec();
  assert.equal(second[0].title, "Song 06");
  const jazz = await Song.query("genre").eq("jazz").using("byGenre").where("plays").ge(30).exec();
  assert.deepEqual(jazz.map((song) => song.plays), [30, 60, 90]);
  const counted = await Song.query("artist").eq("Nina Simone").where("title").beginsWith("Song 1").count().exec();
  assert.equal(counted.count, 2);
  const scanned = await Song.scan("plays").between(20, 40).exec();
  assert.deepEqual(scanned.map((song) => song.plays).sort((a, b) => a - b), [25, 30, 40]);
}

async function batches() {
  const titles = ["Batch 1", "Batch 2", "Batch 3"];
  await Song.batchPut(titles.map((title) => ({ artist: "Batch", title, genre: "test" })));
  const keys = titles.map((title) => ({ artist: "Batch", title }));
  assert.equal((await Song.batchGet(keys)).length, 3);
  await Song.batchDelete(keys);
  assert.equal((await Song.batchGet(keys)).length, 0);
}

async function transactions() {
  await dynamoose.transaction([
    Song.transaction.create({ artist: "Both", title: "One", plays: 1 }),
    Song.transaction.update({ artist: "Nina Simone", title: "Song 00" }, { $ADD: { plays: 1 } }),
  ]);
  await assert.rejects(
    dynamoose.transaction([
      Song.transaction.create({ artist: "Both", title: "Two" }),
      Song.transaction.create({ artist: "Both", title: "One" }, { overwrite: false }),
    ]),
    { name: "TransactionCanceledException" },
  );
  const left = await Song.query("artist").eq("Both").exec();
  assert.deepEqual(left.map((song) => song.title), ["One"]);
}

async function remove() {
  await Song.delete({ artist: "Both", title: "One" });
  assert.equal((await Song.query("artist").eq("Both").exec()).length, 0);
}

for (const part of [create, single, conditions, updates, queries, batches, transactions, remove]) {
  await part();
  console.log(`${part.name}: ok`);
}
