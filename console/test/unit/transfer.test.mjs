// Files of items: formats, splitting, sniffing, and what an import does with answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { randomSource } from "../support/random_values.mjs";
import { load } from "../support/source.mjs";

const { toWireItem, fromWireItem } = await load("data/values/dynamodb_json.ts");
const { itemWriter } = await load("data/transfer/item_writer.ts");
const { chooseColumns } = await load("data/transfer/csv_columns.ts");
const { itemReader } = await load("data/transfer/item_reader.ts");
const { recordsOf } = await load("data/transfer/records.ts");
const { asFormat, sniff } = await load("data/transfer/sniff.ts");
const { mismatchOf } = await load("data/transfer/formats.ts");
const { rowSplitter } = await load("data/transfer/row_splitter.ts");
const { valueSplitter } = await load("data/transfer/value_splitter.ts");
const { lineSplitter, RECORD_CHARS_MAX } = await load("data/transfer/splitter.ts");
const { keyProblem, keyText, sameNumber } = await load("data/transfer/item_key.ts");
const { refusedLines } = await load("data/transfer/refused_lines.ts");
const { keepPosition, loadPosition } = await load("data/transfer/positions.ts");

const NO_KEYS = new Map();

function textOfItems(items, format, { guard = false, sample = items } = {}) {
  const columns = chooseColumns(sample, [], { guard, columnsMax: 50 });
  const writer = itemWriter(format, columns);
  return writer.begin() + writer.items(items.map(toWireItem)) + writer.end();
}

async function read(file, content) {
  const reader = itemReader(content, NO_KEYS);
  const found = [];
  for await (const records of recordsOf(file, content)) {
    for (const record of records) {
      const one = reader.read(record);
      if (one !== undefined) found.push({ line: record.line, ...one });
    }
  }
  return found;
}

const itemsOf = (found) => found.map((one) => one.item ?? assert.fail(`line ${one.line}: ${one.problem}`));
const sorted = (item) => new Map([...item].sort(([a], [b]) => (a < b ? -1 : 1)));

// A Blob whose stream has chunks of a few bytes, so that every boundary is met.
const inChunks = (text, size) => ({
  stream: () => {
    const bytes = new TextEncoder().encode(text);
    let at = 0;
    return new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, (at += size)));
      },
    });
  },
});

for (const format of ["csv", "jsonl", "dynamodb"]) {
  for (const guard of format === "csv" ? [false, true] : [false]) {
    test(`3,000 random items come back the same from ${format}${guard ? " with guarded formulas" : ""}`, async () => {
      const random = randomSource(20261119);
      const items = Array.from({ length: 3000 }, random.item);
      // Columns come from some items, so others have attributes without one or of another type.
      const text = textOfItems(items, format, { guard, sample: items.slice(0, 100) });
      const content = asFormat(await sniff(new Blob([text])), format);
      const back = itemsOf(await read(inChunks(text, 1013), content));
      assert.equal(back.length, items.length);
      items.forEach((item, at) => assert.deepEqual(sorted(back[at]), sorted(item)));
    });
  }
}

test("mixed types, texts like formulas and empty values come back from CSV", async () => {
  const rows = [
    [["a", { type: "S", value: "=1+1" }], ["=b", { type: "S", value: "x" }]],
    [["a", { type: "N", value: "-5" }]],
    [["a", { type: "S", value: "" }]],
    [["a", { type: "S", value: "'quoted" }], ["c", { type: "B", value: new Uint8Array() }]],
    [["a", { type: "S", value: ' "x",\r\n;\ty ' }]],
    [["a", { type: "SS", value: ["p", "q"] }], ["others", { type: "S", value: "mine" }]],
    [["a:N", { type: "S", value: "1" }]],
    [],
  ].map((members) => new Map(members));
  for (const guard of [false, true]) {
    const text = textOfItems(rows, "csv", { guard });
    const back = itemsOf(await read(new Blob([text]), await sniff(new Blob([text]))));
    assert.deepEqual(back.map(sorted), rows.map(sorted));
    if (guard) assert.doesNotMatch(text, /(^|[,\n]"?)[=@]/);
  }
});

test("maps that look like marks come back from JSON lines", async () => {
  const map = (name, value) => ({ type: "M", value: new Map([[name, value]]) });
  const set = { type: "SS", value: ["x"] };
  const list = { type: "L", value: [{ type: "S", value: "x" }] };
  const values = [set, map("SS", list), map("SS", set), map("M", map("M", set)), map("B", { type: "S", value: "AAE=" })];
  values.push({ type: "N", value: "+007" }, map("N", { type: "S", value: "1" }), map("S", { type: "S", value: "x" }));
  const items = values.map((value) => new Map([["a", value]]));
  const text = textOfItems(items, "jsonl");
  assert.deepEqual(itemsOf(await read(new Blob([text]), asFormat(await sniff(new Blob([text])), "jsonl"))), items);
});

test("plain JSON keeps numbers and loses types", async () => {
  const digits = "12345678901234567890123456789012345678";
  const item = new Map([
    ["n", { type: "N", value: digits }],
    ["s", { type: "SS", value: ["a"] }],
    ["b", { type: "B", value: Uint8Array.of(1) }],
    ["m", { type: "M", value: new Map([["SS", { type: "NULL" }]]) }],
  ]);
  const text = textOfItems([item, item], "json");
  assert.ok(text.includes(`"n":${digits},"s":["a"],"b":"AQ==","m":{"SS":null}`), text);
  const back = itemsOf(await read(inChunks(text, 3), await sniff(new Blob([text]))));
  assert.deepEqual(back[1].get("n"), { type: "N", value: digits });
  assert.equal(back[1].get("s").type, "L");
  assert.equal(textOfItems([], "json"), "[\n]\n");
});

test("the content decides, whatever the name says", async () => {
  const cases = [
    ["a.csv", "id,n:N\nx,1\n", "csv", "rows"],
    ["a.csv", "id;n:N\nx;1\n", "csv", "rows"],
    ["a.json", '{"id":"x"}\n{"id":"y"}\n', "jsonl", "lines"],
    ["a.json", '[{"id":"x"}]', "json", "values"],
    ["a.json", '{\n  "id": "x"\n}\n', "json", "values"],
    ["a.json", '{"Item":{"id":{"S":"x"}}}\n', "dynamodb", "lines"],
    ["a.json", '[{"id":{"S":"x"}}]', "dynamodb", "values"],
    ["a.json", '{"Item":{"M":{"M":{}}}}', "dynamodb", "lines"],
  ];
  for (const [name, text, format, records] of cases) {
    const plain = await sniff(new Blob([text]));
    assert.deepEqual([plain.format, plain.records, plain.compressed], [format, records, false], text);
    const packed = await sniff(new Blob([gzipSync(text)]));
    assert.deepEqual([packed.format, packed.compressed], [format, true], text);
    assert.equal(mismatchOf(name, plain), "");
    assert.match(mismatchOf(name, packed), /but the content is .*gzip/);
    assert.equal(mismatchOf(`${name}.gz`, packed), "");
  }
  assert.match(mismatchOf("a.csv", await sniff(new Blob(['{"id":"x"}']))), /content is JSON lines/);
  const long = `{"Item":{"id":{"S":"${"x".repeat(400_000)}"}}}`; // longer than what is looked at
  assert.equal((await sniff(new Blob([long]))).format, "dynamodb");
  const random = gzipSync(Array.from({ length: 60_000 }, (_, at) => `{"id":"${Math.sin(at)}"}\n`).join(""));
  assert.equal((await sniff(new Blob([random]))).format, "jsonl");
});

test("files of other kinds are named", async () => {
  const cases = [
    [[], /empty/],
    [[0x50, 0x4b, 3, 4, 0], /ZIP archive/],
    [[0xff, 0xfe, 0x61, 0], /UTF-16/],
    [[0x61, 0, 0x62], /binary/],
    [[0x6b, 0xf6, 0x6c, 0x6e], /not UTF-8/],
    [[0x1f, 0x8b, 1, 2, 3], /damaged/],
  ];
  for (const [bytes, message] of cases) {
    await assert.rejects(sniff(new Blob([Uint8Array.from(bytes)])), (error) => message.test(error.message));
  }
  const cut = new Blob([gzipSync('{"id":"x"}\n'.repeat(50_000)).subarray(0, 500)]);
  const content = { format: "jsonl", compressed: true, records: "lines", delimiter: "" };
  await assert.rejects(read(cut, content), /damaged, or ends too early/);
  const later = new Blob(["x".repeat(300_000), Uint8Array.of(0xff)]);
  await assert.rejects(read(later, { ...content, compressed: false }), /not UTF-8 near byte/);
});

test("each wrong line is refused with its number and reason", async () => {
  const content = (format, records) => ({ format, records, compressed: false, delimiter: "," });
  const problems = async (text, ...kind) =>
    (await read(inChunks(text, 5), content(...kind))).map(({ line, problem }) => [line, problem]);
  assert.deepEqual(
    (await problems('{"a":1}\n\n[]\n{"a":\n"x"', "jsonl", "lines")).map(([line, why]) => [line, why && true]),
    [[1, undefined], [3, true], [4, true], [5, true]],
  );
  const rows = 'a:S,n:N,l:L\nx,1,[]\n"y\ny",z,\nz,1,[1],4\nz,1,"[{""S"":1}]"\n"open,1\nmore';
  assert.deepEqual(await problems(rows, "csv", "rows"), [
    [2, undefined],
    [3, "n: a number is expected."],
    [5, "The row has 4 cells, and the header has 3."],
    [6, "l[0]: a text is expected"],
    [7, "A quoted cell does not end."],
  ]);
  assert.deepEqual(await problems('[\n{"a":{"S":"}],"}},\n7,\n{"a":\n{"X":1}}, {"a":{"S":"x"}}', "dynamodb", "values"), [
    [2, undefined],
    [3, "an object of attributes is expected"],
    [4, "a: X is not a type of DynamoDB"],
    [5, undefined],
    [5, "The file ends inside of an array, an object or a text."],
  ]);
  const deep = `${'{"a":['.repeat(50_000)}`;
  assert.match((await problems(`${deep}\n{"a":1}`, "jsonl", "lines"))[0][1], /nested too deeply|not the format/);
});

test("records that are too long are refused, and reading goes on", () => {
  const chunk = "x".repeat(RECORD_CHARS_MAX / 4);
  const cases = [
    [lineSplitter(), "", "\n", "next\n"],
    [rowSplitter(","), '"', '"\n', "next\n"],
    [valueSplitter(), '[{"a":"', '"},', "[7],"],
  ];
  for (const [splitter, open, close, next] of cases) {
    const found = [...splitter.push(open)];
    for (let at = 0; at < 6; at++) found.push(...splitter.push(chunk));
    found.push(...splitter.push(close), ...splitter.push(next));
    assert.equal(found.length, 2);
    assert.match(found[0].problem, /longer than 16 million/);
    assert.ok(found[0].text.length <= 1000);
    assert.equal(found[1].problem, undefined);
  }
});

test("keys are compared as DynamoDB compares them", () => {
  const types = new Map([["id", "S"], ["n", "N"]]);
  const item = (n) => fromWireItem({ id: { S: "x" }, n: { N: n } });
  assert.equal(keyText(item("1"), types), keyText(item("1.0"), types));
  for (const same of [["10", "1e1", "+10.00"], ["0", "-0", "0e9"], ["-0.5", "-5E-1", "-.50"]]) {
    assert.equal(new Set(same.map(sameNumber)).size, 1, String(same));
  }
  assert.notEqual(sameNumber("100"), sameNumber("10"));
  assert.equal(keyProblem(item("1"), types), "");
  assert.match(keyProblem(fromWireItem({ id: { S: "x" } }), types), /n is missing/);
  assert.match(keyProblem(fromWireItem({ id: { N: "1" }, n: { N: "1" } }), types), /id has the type N/);
});

test("the file of refused lines has a bound", async () => {
  const refused = refusedLines();
  refused.add({ line: 7, text: "a\u202e" }, "why");
  assert.deepEqual(JSON.parse(await refused.file().text()), { line: 7, reason: "why", text: "a\u202e" });
  const text = "x".repeat(70_000);
  for (let line = 8; line < 1200; line++) refused.add({ line, text }, "long");
  assert.equal(refused.count(), 1193);
  assert.ok(refused.kept() < 1050 && refused.file().size < 65 * 1024 * 1024);
});

test("positions are kept by file and table, and broken storage harms nothing", () => {
  const kept = new Map();
  const storage = {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  const file = { name: "a.csv", size: 5, lastModified: 1 };
  const position = { records: 10, written: 9, refused: 1 };
  assert.ok(keepPosition(storage, "s", "t", file, position));
  assert.deepEqual(loadPosition(storage, "s", "t", file), position);
  assert.equal(loadPosition(storage, "s", "t", { ...file, size: 6 }), undefined);
  assert.equal(loadPosition(storage, "s", "u", file), undefined);
  for (let at = 0; at < 80; at++) keepPosition(storage, "s", `t${at}`, file, position);
  assert.ok(kept.size <= 51);
  const full = { ...storage, setItem: () => { throw new Error("full"); }, getItem: () => "{" };
  assert.equal(keepPosition(full, "s", "t", file, position), false);
  assert.equal(loadPosition(full, "s", "t", file), undefined);
  assert.equal(keepPosition(undefined, "s", "t", file, position), false);
});
