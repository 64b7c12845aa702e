export type DateText = string; // 2026-11-15
export type TimeText = string; // 2026-11-15T10:30:00.000Z
export type DecimalText = string; // 12.5: a number exactly, of up to 38 digits

const PARTITIONS_MAX = 10_000; // partition keys that one read may ask
const WORKERS = 16; // requests of one read at a time

// A part of a key's text: a literal, an attribute, or a shard number.
interface StatorPiece {
  text?: string;
  attribute?: string;
  width?: number;
  take?: number;
  descending?: boolean;
  kind?: string;
  length?: number;
  shards?: number;
}

// A key attribute: another attribute as it is, or a text made of pieces.
export interface StatorKey {
  name: string;
  attribute?: string;
  pieces?: StatorPiece[];
}

interface StatorWhen {
  attribute: string;
  value: string;
}

interface StatorCompare {
  key: StatorKey;
  how: string;
  piece?: StatorPiece;
  end?: string;
}

// A kind of row that a read returns. Its keys identify it.
interface StatorShape {
  type: string;
  keys?: StatorKey[];
}

// The form of a value. In another form, keys would not sort, or would equal keys of other rows.
interface StatorRule {
  attribute: string;
  form?: string;
  width?: number;
  values?: string[];
  filled?: boolean;
  without?: string[];
}

export interface StatorRead {
  window?: string;
  rules?: StatorRule[];
  table: string;
  index?: string;
  partition?: StatorKey[];
  sort?: StatorCompare[];
  filters?: { attribute: string; range?: boolean }[];
  backward?: boolean;
  limit?: number;
  strong?: boolean;
  order?: string[];
  sortBy?: string;
  sortDescending?: boolean;
  refetch?: string[];
  shown?: string[];
  shapes: StatorShape[];
  part?: number;
  children?: StatorRead[];
}

// A statement of PartiQL, and its parameters in their order.
export interface StatorStatement {
  text: string;
  parameters?: StatorKey[];
  strong?: boolean;
  rules?: StatorRule[];
}

interface StatorDerived {
  key: StatorKey;
  when?: StatorWhen[];
}

interface StatorWrite {
  kind: string;
  table: string;
  type: string;
  keys: StatorKey[];
  when?: StatorWhen[];
  moved?: boolean;
  whole?: boolean;
  attributes?: string[];
  derived?: StatorDerived[];
  absent?: boolean;
  present?: boolean;
  expect?: string[];
  guard?: string[];
  set?: string[];
  add?: string[];
  append?: string[];
}

export interface StatorAction {
  rules?: StatorRule[];
  versions?: string[];
  lifetimes?: { attribute: string; seconds: number }[];
  raises?: string[];
  writes: StatorWrite[];
}

type StatorValues = Record<string, any>;
type StatorWindow = [unknown, unknown] | undefined;
type StatorPart = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

interface StatorRow {
  shape: number;
  item: StatorValues;
}

// --- Keys ---

type StatorNumber = number | bigint | NumberValue;

function isNumber(value: unknown): value is StatorNumber {
  return typeof value === "number" || typeof value === "bigint" || value instanceof NumberValue;
}

// Writes a number without exponent or extra zeros, as all languages do in keys: 0.0000001, not 1e-7.
function plainNumber(number: string): string {
  const match = /^([-+]?)([0-9]*)\.?([0-9]*)(?:[eE]([-+]?[0-9]{1,3}))?$/.exec(number);
  if (match === null || match[2] + match[3] === "") return number;
  const [, sign, whole, rest, exponent = "0"] = match;
  const point = whole.length + Number(exponent); // digits before it
  const digits = ("0".repeat(Math.max(0, -point)) + whole + rest).padEnd(point, "0");
  const left = digits.slice(0, Math.max(0, point)).replace(/^0+/, "") || "0";
  const right = digits.slice(Math.max(0, point)).replace(/0+$/, "");
  const text = right === "" ? left : `${left}.${right}`;
  return sign === "-" && text !== "0" ? `-${text}` : text;
}

function textOf(value: unknown): string {
  return isNumber(value) ? plainNumber(String(value)) : String(value);
}

// Sends a number exactly.
export function decimalOf(value: DecimalText | number | bigint): NumberValue {
  return NumberValue.from(plainNumber(String(value)));
}

const DATE = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
const TIME = DATE + "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z";

function follows({ form, width, values, filled, without }: StatorRule, text: string): boolean {
  if (filled) return text !== "" && !(without ?? []).some((delimiter) => text.includes(delimiter));
  if (values) return values.includes(text);
  if (form === "number") return /^-?[0-9]+(\.[0-9]+)?$/.test(text);
  const expected = width ? `[0-9]{1,${width}}` : form === "date" ? DATE : TIME;
  return new RegExp(`^(?:${expected})$`).test(text);
}

function demandOf({ form, width, values, filled, without }: StatorRule): string {
  if (filled) return "a text of at least one character" + (without ? ` without ${without.join(" or ")}` : "");
  if (values) return `one of ${values.join(", ")}`;
  if (width) return `a whole number of at most ${width} digits`;
  if (form === "number") return "a number such as 12.5";
  return form === "date" ? "a date such as 2026-11-15" : "a time such as 2026-11-15T10:30:00.000Z";
}

function check(rules: StatorRule[] | undefined, values: StatorValues, window?: StatorWindow, attribute?: string): void {
  for (const rule of rules ?? []) {
    const given: unknown[] = window && rule.attribute === attribute ? [...window] : [];
    for (const value of [values[rule.attribute], ...given]) {
      if (value === undefined || follows(rule, textOf(value))) continue;
      throw new RangeError(`${rule.attribute} must be ${demandOf(rule)}, not ${textOf(value)}`);
    }
  }
}

function turned(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String(9 - Number(digit)));
}

function shardOf(text: string, shards: number): number {
  const digest = createHash("md5").update(text, "utf8").digest("hex");
  return Number(BigInt("0x" + digest) % BigInt(shards));
}

function pieceText(piece: StatorPiece, value: unknown): string {
  let text = textOf(value);
  if (piece.width) text = text.padStart(piece.width, "0");
  if (piece.shards) return String(shardOf(text, piece.shards));
  if (piece.take) text = text.slice(0, piece.take);
  return piece.descending ? turned(text) : text;
}

// Returns the first `take` letters of all times from first to last.
function buckets(first: string, last: string, take: number): string[] {
  const time = (text: string) => new Date(text.slice(0, take) + "0000-01-01T00:00:00.000Z".slice(take));
  const texts: string[] = [];
  const end = time(last);
  for (let now = time(first); now <= end; ) {
    texts.push(now.toISOString().slice(0, take));
    if (texts.length > PARTITIONS_MAX) throw new RangeError(`from ${first} to ${last} are too many buckets for one read`);
    if (take === 7) now.setUTCMonth(now.getUTCMonth() + 1);
    else if (take === 10) now.setUTCDate(now.getUTCDate() + 1);
    else now = new Date(now.getTime() + (take === 13 ? 3_600_000 : 60_000));
  }
  return texts;
}

// Returns all texts that the piece may have for the values. A time bucket takes its value from `times`.
function pieceTexts(piece: StatorPiece, values: StatorValues, times: StatorValues): string[] {
  if (piece.text !== undefined) return [piece.text];
  const known = piece.take ? times : values;
  if (piece.attribute !== undefined && known[piece.attribute] !== undefined) {
    return [pieceText(piece, known[piece.attribute])];
  }
  if (piece.shards) return Array.from({ length: piece.shards }, (_, number) => String(number));
  throw new RangeError(`${piece.attribute} is needed`);
}

function bounded(count: number): void {
  if (count > PARTITIONS_MAX) throw new RangeError(`more than ${PARTITIONS_MAX} partition keys are too many for one read`);
}

// Returns the partition keys of all shards.
function spreadOverShards(read: StatorRead, values: StatorValues, times = values): StatorValues[] {
  let all: StatorValues[] = [{}];
  for (const key of read.partition ?? []) {
    let texts: unknown[] = key.attribute === undefined ? [""] : [values[key.attribute]];
    for (const piece of key.pieces ?? []) {
      const more = pieceTexts(piece, values, times);
      bounded(all.length * texts.length * more.length);
      texts = texts.flatMap((text) => more.map((each) => text + each));
    }
    all = all.flatMap((each) => texts.map((text) => ({ ...each, [key.name]: text })));
  }
  return all;
}

// Returns the partition keys of every shard in every time bucket.
function spread(read: StatorRead, values: StatorValues, window?: StatorWindow): StatorValues[] {
  const name = read.window;
  if (window === undefined || name === undefined || values[name] !== undefined) return spreadOverShards(read, values);
  const pieces = (read.partition ?? []).flatMap((key) => key.pieces ?? []).filter((piece) => piece.attribute === name);
  // The shortest bucket has the most letters and determines the longer ones, but not the shard of a time.
  const letters = Math.max(0, ...pieces.map((piece) => piece.take ?? 0));
  if (letters === 0) return spreadOverShards(read, values);
  const all: StatorValues[] = [];
  for (const bucket of buckets(textOf(window[0]), textOf(window[1]), letters)) {
    all.push(...spreadOverShards(read, values, { ...values, [name]: bucket }));
    bounded(all.length);
  }
  return all;
}

// Returns the key's value. undefined: an attribute of the key is absent.
function keyValue(key: StatorKey, values: StatorValues): unknown {
  if (key.attribute !== undefined) return values[key.attribute];
  let text = "";
  for (const piece of key.pieces ?? []) {
    if (piece.text !== undefined) text += piece.text;
    else if (piece.attribute === undefined) text += String(Math.floor(Math.random() * (piece.shards ?? 1)));
    else if (values[piece.attribute] === undefined) return undefined;
    else text += pieceText(piece, values[piece.attribute]);
  }
  return text;
}

function holds(when: StatorWhen[] | undefined, values: StatorValues): boolean {
  return (when ?? []).every((each) => values[each.attribute] !== undefined && textOf(values[each.attribute]) === each.value);
}

function patternOf(piece: StatorPiece): string {
  if (piece.text !== undefined) return piece.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (piece.length) return `(.{${piece.length}})`;
  if (piece.shards) return "([0-9]+)";
  return piece.kind === "number" ? "(-?[0-9.]+)" : "(.*?)";
}

// Reads the attributes that a key contains. undefined: the text does not have the key's form.
function parsedKey(key: StatorKey, text: unknown): StatorValues | undefined {
  if (typeof text !== "string") return undefined;
  const pieces = key.pieces ?? [];
  const match = new RegExp(`^${pieces.map(patternOf).join("")}$`, "s").exec(text);
  if (match === null) return undefined;
  const found: StatorValues = {};
  for (const [number, piece] of pieces.filter((each) => each.text === undefined).entries()) {
    if (piece.shards || piece.take || piece.attribute === undefined) continue;
    const part = piece.descending ? turned(match[number + 1]) : match[number + 1];
    found[piece.attribute] = piece.kind === "number" ? decimalOf(part) : piece.kind === "truth" ? part === "true" : part;
  }
  return found;
}

// --- Items ---

// Returns the row's shape and the attributes in its keys. undefined: the read does not return such rows.
function shapedRow(read: StatorRead, item: StatorValues): StatorRow | undefined {
  for (const [shape, { type, keys }] of read.shapes.entries()) {
    if ((item._type ?? type) !== type) continue;
    const parsed = (keys ?? []).map((key) => parsedKey(key, item[key.name]));
    if (parsed.some((each) => each === undefined)) continue;
    // The table's keys come first, and their values take precedence.
    return { shape, item: Object.assign({}, ...parsed.reverse(), item) };
  }
  return undefined;
}

// The types in which the caller sees an entity's attributes.
export type StatorFields = Record<string, "plain" | "integer" | "bigint" | "decimal" | "document">;

function integerOf(value: unknown): number {
  const number = Number(textOf(value));
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${textOf(value)} is no integer that a number holds exactly`);
}

// In maps and lists, a value becomes a number if that is exact, else a bigint or a NumberValue.
function documentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(documentOf);
  if (value instanceof Set) return new Set([...value].map(documentOf));
  if (value instanceof NumberValue) {
    const text = textOf(value);
    if (plainNumber(String(Number(text))) === text) return Number(text);
    return text.includes(".") ? value : BigInt(text);
  }
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, documentOf(each)]));
}

function fieldOf(kind: StatorFields[string], value: unknown): unknown {
  if (kind === "integer") return integerOf(value);
  if (kind === "bigint") return BigInt(textOf(value));
  if (kind === "decimal") return textOf(value);
  return kind === "document" ? documentOf(value) : value;
}

function entityOf<T>(item: StatorValues, fields: StatorFields): T {
  const known = Object.entries(fields).filter(([name]) => item[name] !== undefined);
  return Object.fromEntries(known.map(([name, kind]) => [name, fieldOf(kind, item[name])])) as T;
}

// Returns the values of an entity as requests send them.
export function valuesOf(fields: StatorFields, entity: object): StatorValues {
  const values: StatorValues = { ...entity };
  for (const [name, kind] of Object.entries(fields)) {
    if (kind === "decimal" && values[name] !== undefined) values[name] = decimalOf(values[name]);
  }
  return values;
}

export function allOf<T>(rows: StatorRow[], shape: number, fields: StatorFields): T[] {
  return rows.filter((row) => row.shape === shape).map((row) => entityOf<T>(row.item, fields));
}

export function firstOf<T>(rows: StatorRow[], shape: number, fields: StatorFields): T | undefined {
  return allOf<T>(rows, shape, fields)[0];
}

// The names and values of one request's expressions.
class Expression {
  names: Record<string, string> = {};
  values: StatorValues = {};

  name(attribute: string): string {
    const placeholder = `#n${Object.keys(this.names).length}`;
    this.names[placeholder] = attribute;
    return placeholder;
  }

  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }

  projection(shown?: string[]): string | undefined {
    return shown?.map((name) => this.name(name)).join(", ");
  }

  arguments() {
    return {
      ExpressionAttributeNames: Object.keys(this.names).length > 0 ? this.names : undefined,
      ExpressionAttributeValues: Object.keys(this.values).length > 0 ? this.values : undefined,
    };
  }
}

// --- Reads ---

// Compares plain numbers exactly: the number with more digits before the point is farther from 0.
function comparedNumbers(left: string, right: string): number {
  const [below, other] = [left.startsWith("-"), right.startsWith("-")];
  if (below !== other) return below ? -1 : 1;
  if (below) return comparedNumbers(right.slice(1), left.slice(1));
  const digits = left.split(".")[0].length - right.split(".")[0].length;
  return digits !== 0 ? digits : left < right ? -1 : left > right ? 1 : 0;
}

// Compares texts by their UTF-8 bytes, as the database does.
function compared(left: unknown, right: unknown): number {
  if (isNumber(left) && isNumber(right)) return comparedNumbers(textOf(left), textOf(right));
  if (typeof left === "string" && typeof right === "string") {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  return Number(left) - Number(right);
}

function comparedBy(names: string[], left: StatorRow, right: StatorRow): number {
  for (const name of names) {
    const order = compared(left.item[name], right.item[name]);
    if (order !== 0) return order;
  }
  return 0;
}

// Returns a text behind all keys of this value and of smaller values.
function rangeEnd(piece: StatorPiece, text: string, end: string): string {
  if (end === "" || piece.length || piece.kind) return text + end;
  // "New" sorts before "New York", but "New#" sorts after "New York#".
  const delimiter = end.charCodeAt(0) - 1;
  const cut = [...text].findIndex((letter) => letter.charCodeAt(0) < delimiter);
  return (cut < 0 ? text : [...text].slice(0, cut).join("")) + end;
}

function sortCondition(compare: StatorCompare, values: StatorValues, window: StatorWindow, expression: Expression): string {
  const name = expression.name(compare.key.name);
  if (compare.how !== "between") {
    const value = expression.value(keyValue(compare.key, values));
    return compare.how === "begins" ? `begins_with(${name}, ${value})` : `${name} = ${value}`;
  }
  let [first, last] = window!;
  if (compare.key.attribute === undefined) {
    const prefix = keyValue(compare.key, values) as string;
    const piece = compare.piece!;
    let [from, to] = [pieceText(piece, first), pieceText(piece, last)];
    if (piece.descending) [from, to] = [to, from];
    [first, last] = [prefix + from, prefix + rangeEnd(piece, to, compare.end ?? "")];
  }
  return `${name} BETWEEN ${expression.value(first)} AND ${expression.value(last)}`;
}

function passes(read: StatorRead, { item }: StatorRow, values: StatorValues, window: StatorWindow): boolean {
  return (read.filters ?? []).every(({ attribute, range }) => {
    const value = item[attribute];
    if (value === undefined) return false;
    if (!range) return isNumber(value) ? compared(value, values[attribute]) === 0 : value === values[attribute];
    return compared(window![0], value) <= 0 && compared(value, window![1]) <= 0;
  });
}

// Asks several questions at a time and concatenates their answers in order.
async function inParallel<Q, A>(questions: Q[], ask: (question: Q) => Promise<A[]>): Promise<A[]> {
  const all: A[] = [];
  for (let begin = 0; begin < questions.length; begin += WORKERS) {
    const answers = await Promise.all(questions.slice(begin, begin + WORKERS).map(ask));
    all.push(...answers.flat());
  }
  return all;
}

function merged(read: StatorRead, rows: StatorRow[]): StatorRow[] {
  const names = read.order ?? [];
  return [...rows].sort((left, right) => (read.backward ? comparedBy(names, right, left) : comparedBy(names, left, right)));
}

function ordered(read: StatorRead, rows: StatorRow[]): StatorRow[] {
  if (read.sortBy !== undefined) {
    const name = read.sortBy;
    const without = rows.filter((row) => row.item[name] === undefined);
    const having = rows.filter((row) => row.item[name] !== undefined);
    having.sort((left, right) => (read.sortDescending ? comparedBy([name], right, left) : comparedBy([name], left, right)));
    rows = [...without, ...having];
  }
  return read.limit ? rows.slice(0, read.limit) : rows;
}

type Page = { Items?: StatorValues[]; LastEvaluatedKey?: StatorValues };

export class Requests {
  private readonly client: DynamoDBDocumentClient;

  constructor(client: DynamoDBClient) {
    this.client = DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
      unmarshallOptions: { wrapNumbers: true }, // exactly
    });
  }

  async get(read: StatorRead, values: StatorValues): Promise<StatorRow[]> {
    check(read.rules, values);
    const keys = [...(read.partition ?? []), ...(read.sort ?? []).map((compare) => compare.key)];
    const key = Object.fromEntries(keys.map((each) => [each.name, keyValue(each, values)]));
    const item = await this.getItem(read, key, read.strong);
    return this.wanted(read, item ? [item] : [], values, undefined);
  }

  private async getItem(read: StatorRead, key: StatorValues, strong?: boolean): Promise<StatorValues | undefined> {
    const expression = new Expression();
    const request = {
      TableName: read.table,
      Key: key,
      ConsistentRead: strong,
      ProjectionExpression: expression.projection(read.shown),
      ...expression.arguments(),
    };
    return (await this.client.send(new GetCommand(request))).Item;
  }

  async query(read: StatorRead, values: StatorValues, window?: StatorWindow): Promise<StatorRow[]> {
    check(read.rules, values, window, read.window);
    if (window && compared(window[0], window[1]) > 0) return [];
    const partitions = spread(read, values, window);
    const rows = await inParallel(partitions, (partition) => this.queryOne(read, partition, values, window));
    return ordered(read, partitions.length > 1 ? merged(read, rows) : rows);
  }

  // Adds the rows of the parent's children: each kind in order, up to its limit.
  async withChildren(parent: StatorRead, values: StatorValues, rows: StatorRow[]): Promise<StatorRow[]> {
    const reads = parent.children ?? [];
    const questions = reads.flatMap((read) => spread(read, values).map((partition) => ({ read, partition })));
    bounded(questions.length);
    const found = await inParallel(questions, async ({ read, partition }) => {
      const answer = await this.queryOne(read, partition, values, undefined);
      return answer.map(({ item }) => ({ shape: read.part ?? 0, item }));
    });
    // Reads of one part differ only in their keys.
    const parts = new Map(reads.map((read) => [read.part, read]));
    const children = [...parts].flatMap(([part, read]) => ordered(read, merged(read, found.filter((row) => row.shape === part))));
    return [...rows, ...children];
  }

  private queryOne(read: StatorRead, partition: StatorValues, values: StatorValues, window: StatorWindow): Promise<StatorRow[]> {
    const expression = new Expression();
    const terms = Object.entries(partition).map(([name, value]) => `${expression.name(name)} = ${expression.value(value)}`);
    for (const compare of read.sort ?? []) terms.push(sortCondition(compare, values, window, expression));
    const request = {
      TableName: read.table,
      IndexName: read.index,
      KeyConditionExpression: terms.join(" AND "),
      ScanIndexForward: !read.backward,
      ConsistentRead: read.strong,
      ProjectionExpression: expression.projection(read.refetch ? undefined : read.shown),
      ...expression.arguments(),
    };
    return this.pages(read, values, window, (page) => this.client.send(new QueryCommand({ ...request, ...page })));
  }

  async scan(read: StatorRead, values: StatorValues, window?: StatorWindow): Promise<StatorRow[]> {
    check(read.rules, values, window, read.window);
    const expression = new Expression();
    const types = read.shapes.map((shape) => expression.value(shape.type)).join(", ");
    const request = {
      TableName: read.table,
      FilterExpression: `${expression.name("_type")} IN (${types})`,
      ConsistentRead: read.strong,
      ProjectionExpression: expression.projection(read.shown),
      ...expression.arguments(),
    };
    const ask = (page: object): Promise<Page> => this.client.send(new ScanCommand({ ...request, ...page }));
    return ordered(read, await this.pages(read, values, window, ask));
  }

  // Returns all items that the statement selects.
  async execute(spec: StatorStatement, values: StatorValues): Promise<StatorValues[]> {
    check(spec.rules, values);
    const given = (spec.parameters ?? []).map((key) => keyValue(key, values));
    const items: StatorValues[] = [];
    let token: string | undefined;
    do {
      const page = await this.client.send(
        new ExecuteStatementCommand({
          Statement: spec.text,
          Parameters: given.length > 0 ? given : undefined,
          ConsistentRead: spec.strong,
          NextToken: token,
        }),
      );
      items.push(...(page.Items ?? []).map((item) => documentOf(item) as StatorValues));
      token = page.NextToken;
    } while (token !== undefined);
    return items;
  }

  private async pages(
    read: StatorRead, values: StatorValues, window: StatorWindow, ask: (page: object) => Promise<Page>,
  ): Promise<StatorRow[]> {
    const limit = read.sortBy === undefined ? read.limit : undefined;
    const rows: StatorRow[] = [];
    let start: StatorValues | undefined;
    do {
      // A filter removes rows of a page, so a small limit would take many pages for the last rows.
      const size = limit && !read.filters ? limit - rows.length : limit;
      const page = await ask({ Limit: size ? size : undefined, ExclusiveStartKey: start });
      rows.push(...(await this.wanted(read, page.Items ?? [], values, window)));
      start = page.LastEvaluatedKey;
    } while (start !== undefined && !(limit && rows.length >= limit));
    return rows;
  }

  private async wanted(read: StatorRead, items: StatorValues[], values: StatorValues, window: StatorWindow): Promise<StatorRow[]> {
    if (read.refetch) items = await inParallel(items, (item) => this.fetched(read, item));
    const rows = items.map((item) => shapedRow(read, item)).filter((row): row is StatorRow => row !== undefined);
    return rows.filter((row) => passes(read, row, values, window));
  }

  private async fetched(read: StatorRead, item: StatorValues): Promise<StatorValues[]> {
    const key = Object.fromEntries((read.refetch ?? []).map((name) => [name, item[name]]));
    const row = await this.getItem(read, key);
    return row ? [{ ...item, ...row }] : [];
  }

  async commit(writes: StatorPart[]): Promise<void> {
    const [first] = writes;
    if (writes.length !== 1 || first.ConditionCheck) {
      await this.client.send(new TransactWriteCommand({ TransactItems: writes }));
    } else if (first.Put) {
      await this.client.send(new PutCommand(first.Put));
    } else if (first.Update) {
      await this.client.send(new UpdateCommand(first.Update));
    } else if (first.Delete) {
      await this.client.send(new DeleteCommand(first.Delete));
    }
  }
}

// --- Writes ---

// Returns the writes of one action as parts of a transaction.
export function writesOf(action: StatorAction, given: object, expected: StatorValues = {}): StatorPart[] {
  const values: StatorValues = { ...given };
  check(action.rules, values);
  for (const name of action.versions ?? []) values[name] ??= 1;
  for (const { attribute, seconds } of action.lifetimes ?? []) {
    values[attribute] ??= Math.floor(Date.now() / 1000) + seconds;
  }
  for (const name of action.raises ?? []) values[name] = expected[name] + 1;
  return action.writes.flatMap((write) => {
    if (write.moved) return movedOf(write, values, expected);
    return holds(write.when, values) ? [writeOf(write, values, expected)] : [];
  });
}

// Moves a row: puts it under the new key, and deletes it under the old one unless the key stays.
function movedOf(write: StatorWrite, values: StatorValues, expected: StatorValues): StatorPart[] {
  const old = { ...values, ...expected };
  const [was, is] = [holds(write.when, old), holds(write.when, values)];
  const [before, after] = [was ? keysOf(write, old) : {}, is ? keysOf(write, values) : {}];
  const stays = was && is && write.keys.every(({ name }) => textOf(before[name]) === textOf(after[name]));
  if (write.kind === "delete") return was && !stays ? [writeOf(write, old, expected)] : [];
  return is ? [writeOf(stays ? { ...write, absent: false } : write, values, expected)] : [];
}

function keysOf(write: StatorWrite, values: StatorValues): StatorValues {
  const keys: StatorValues = {};
  for (const key of write.keys) {
    keys[key.name] = keyValue(key, values);
    if (keys[key.name] === undefined) throw new RangeError(`${write.type} lacks what its ${key.name} is made of`);
  }
  return keys;
}

function writeOf(write: StatorWrite, values: StatorValues, expected: StatorValues): StatorPart {
  const keys = keysOf(write, values);
  const expression = new Expression();
  const update = write.kind === "update" ? updateOf(write, values, expression) : "";
  const ConditionExpression = conditionOf(write, values, expected, expression) || undefined;
  const request = { TableName: write.table, ConditionExpression, ...expression.arguments() };
  switch (write.kind) {
    case "put":
      return { Put: { ...request, Item: putOf(write, keys, values) } };
    case "update":
      return { Update: { ...request, Key: keys, UpdateExpression: update } };
    case "delete":
      return { Delete: { ...request, Key: keys } };
    default:
      return { ConditionCheck: { ...request, Key: keys, ConditionExpression: ConditionExpression ?? "" } };
  }
}

// Returns index key attributes; undefined removes one. If entries exclude each other, the one that holds wins.
function derivedValues(write: StatorWrite, values: StatorValues): StatorValues {
  const found: StatorValues = {};
  for (const { key, when } of write.derived ?? []) {
    found[key.name] ??= holds(when, values) ? keyValue(key, values) : undefined;
  }
  return found;
}

function putOf(write: StatorWrite, keys: StatorValues, values: StatorValues): StatorValues {
  const item: StatorValues = write.whole ? { ...values } : {};
  for (const name of write.attributes ?? []) item[name] = values[name];
  return { ...item, ...derivedValues(write, values), ...keys, _type: write.type };
}

function updateOf(write: StatorWrite, values: StatorValues, expression: Expression): string {
  const sets: string[] = [];
  const removes: string[] = [];
  const set = (name: string, value: unknown) => sets.push(`${expression.name(name)} = ${expression.value(value)}`);
  for (const name of write.set ?? []) set(name, values[name]);
  for (const name of write.append ?? []) {
    const place = expression.name(name);
    sets.push(`${place} = list_append(if_not_exists(${place}, ${expression.value([])}), ${expression.value(values[name])})`);
  }
  for (const name of write.attributes ?? []) set(name, values[name]);
  if (write.attributes) set("_type", write.type); // the first addition makes the item
  for (const [name, value] of Object.entries(derivedValues(write, values))) {
    if (value === undefined) removes.push(expression.name(name));
    else set(name, value);
  }
  const adds = (write.add ?? []).map((name) => `${expression.name(name)} ${expression.value(values[name])}`);
  const parts: [string, string[]][] = [["SET", sets], ["REMOVE", removes], ["ADD", adds]];
  return parts.filter(([, terms]) => terms.length > 0).map(([word, terms]) => `${word} ${terms.join(", ")}`).join(" ");
}

function conditionOf(write: StatorWrite, values: StatorValues, expected: StatorValues, expression: Expression): string {
  const terms: string[] = [];
  if (write.absent) terms.push(`attribute_not_exists(${expression.name(write.keys[0].name)})`);
  if (write.present) terms.push(`attribute_exists(${expression.name(write.keys[0].name)})`);
  for (const name of write.expect ?? []) terms.push(`${expression.name(name)} = ${expression.value(expected[name])}`);
  for (const name of write.guard ?? []) terms.push(`${expression.name(name)} = ${expression.value(values[name])}`);
  return terms.join(" AND ");
}
