import { fromDynamoDb } from "./item_reader";
import type { Content } from "./formats";
import { headOf, unreadable } from "./file_text";
import { lineSplitter } from "./splitter";
import { valueSplitter } from "./value_splitter";

const HEAD_BYTES = 256 * 1024;

const SIGNATURES: readonly (readonly [bytes: readonly number[], name: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], "a ZIP archive, perhaps a spreadsheet. Save the sheet as CSV"],
  [[0x50, 0x41, 0x52, 0x31], "Parquet. Export it as CSV or JSON lines"],
  [[0xe0, 0x01, 0x00, 0xea], "Amazon Ion in binary. Export from AWS as DynamoDB JSON"],
  [[0x28, 0xb5, 0x2f, 0xfd], "compressed with Zstandard. Decompress it first"],
  [[0xff, 0xfe], "UTF-16 text. Save it as UTF-8"],
  [[0xfe, 0xff], "UTF-16 text. Save it as UTF-8"],
];

// Tells from a file's beginning what it holds, whatever its name says.
// Errors: throws Failure if it is none of the formats.
export async function sniff(file: Blob): Promise<Content> {
  if (file.size === 0) throw unreadable("The file is empty.");
  const { compressed, bytes } = await headOf(file, HEAD_BYTES);
  const signature = SIGNATURES.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (signature !== undefined) throw unreadable(`The content is ${signature[1]}.`);
  const text = textOfHead(bytes, compressed).trimStart();
  if (text === "") throw unreadable("The file holds no text.");
  return { compressed, ...formatOfText(text, bytes.length < HEAD_BYTES) };
}

function textOfHead(bytes: Uint8Array, compressed: boolean): string {
  if (compressed && bytes.length === 0) throw unreadable("The compressed data is damaged.");
  if (bytes.includes(0)) throw unreadable("The content is binary. CSV, JSON, JSON lines or DynamoDB JSON are expected.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    throw unreadable("The text is not UTF-8. Save the file as UTF-8.");
  }
}

function formatOfText(text: string, isWhole: boolean): Omit<Content, "compressed"> {
  if (text[0] !== "[" && text[0] !== "{") {
    return { format: "csv", records: "rows", delimiter: delimiterOf(text) };
  }
  const lines = lineSplitter();
  const [line] = [...lines.push(text), ...(isWhole ? lines.end() : [])];
  const values = valueSplitter();
  const [value] = values.push(text);
  const isLines = text[0] === "{" && (line === undefined || parsed(line.text) !== undefined);
  const first = isLines ? line?.text : value?.text;
  const typed = first === undefined ? /^[[\s]*\{\s*"Item"\s*:\s*\{/.test(text) : isDynamoDb(first);
  return { format: typed ? "dynamodb" : isLines ? "jsonl" : "json", records: isLines ? "lines" : "values", delimiter: "" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isDynamoDb(text: string): boolean {
  try {
    return fromDynamoDb(JSON.parse(text)).size > 0;
  } catch {
    return false;
  }
}

// Spreadsheets of some countries separate cells by semicolons.
function delimiterOf(text: string): string {
  const [header = ""] = text.split(/\r?\n/, 1);
  if (header.includes(",")) return ",";
  return [";", "\t"].find((one) => header.includes(one)) ?? ",";
}

// Reads the same content as another format than the one that was found.
export const asFormat = (content: Content, format: Content["format"]): Content =>
  format === content.format
    ? content
    : { ...content, format, records: format === "csv" ? "rows" : content.records === "rows" ? "lines" : content.records };
