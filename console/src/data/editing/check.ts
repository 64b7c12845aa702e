import type { KeyElement, TableDescription } from "../requests/table_shapes";
import { ITEM_BYTES_MAX, itemBytes, textBytes, valueBytes } from "../values/size";
import type { Item, Value } from "../values/value";
import { numberProblem } from "./check_number";
import type { Finding, Path } from "../values/path";
import { memberTexts } from "./same";
import { TYPE_NAMES } from "./types";

// Finds what DynamoDB would refuse (docs/facts/items.md). The server decides in the end.

const LEVELS_MAX = 32;
const NAME_BYTES_MAX = 65_535;
const HASH_BYTES_MAX = 2048;
const RANGE_BYTES_MAX = 1024;

export function checkItem(item: Item, table: TableDescription): Finding[] {
  const findings = [...checkKeys(item, table), ...[...item].flatMap(([name, value]) => checkMember(name, value, [], 1))];
  const bytes = itemBytes(item);
  if (bytes > ITEM_BYTES_MAX) findings.push({ path: [], message: `The item has ${bytes} bytes. At most ${ITEM_BYTES_MAX} are stored.` });
  return findings;
}

function checkMember(name: string, value: Value, parent: Path, level: number): Finding[] {
  const path = [...parent, name];
  const problem = nameProblem(name);
  return [...(problem === "" ? [] : [{ path, message: problem }]), ...checkValue(value, path, level)];
}

function nameProblem(name: string): string {
  if (name === "") return "Give the attribute a name.";
  return textBytes(name) > NAME_BYTES_MAX ? `A name has at most ${NAME_BYTES_MAX} bytes.` : "";
}

function checkValue(value: Value, path: Path, level: number): Finding[] {
  const found = (message: string): Finding[] => (message === "" ? [] : [{ path, message }]);
  if (level > LEVELS_MAX) return found(`Lists and maps may lie in each other ${LEVELS_MAX - 1} times.`);
  switch (value.type) {
    case "N":
      return found(numberProblem(value.value));
    case "NS":
      return [...value.value.flatMap((one, at) => numberFinding(one, [...path, at])), ...found(setProblem(value))];
    case "SS":
    case "BS":
      return found(setProblem(value));
    case "L":
      return value.value.flatMap((one, at) => checkValue(one, [...path, at], level + 1));
    case "M":
      return [...value.value].flatMap(([name, one]) => checkMember(name, one, path, level + 1));
    default:
      return [];
  }
}

const numberFinding = (text: string, path: Path): Finding[] => {
  const message = numberProblem(text);
  return message === "" ? [] : [{ path, message }];
};

function setProblem(value: Extract<Value, { type: "SS" | "NS" | "BS" }>): string {
  const texts = memberTexts(value);
  if (texts.length === 0) return "A set has at least one member.";
  return new Set(texts).size < texts.length ? "A set has no member twice." : "";
}

function checkKeys(item: Item, table: TableDescription): Finding[] {
  const findings: Finding[] = [];
  const check = (schema: readonly KeyElement[], index?: string) => {
    for (const element of schema) {
      const message = keyProblem(item.get(element.AttributeName), element, table, index);
      if (message !== "") findings.push({ path: [element.AttributeName], message });
    }
  };
  check(table.KeySchema);
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])];
  for (const index of indexes) check(index.KeySchema.filter((one) => !isIn(table.KeySchema, one)), index.IndexName);
  return findings;
}

const isIn = (schema: readonly KeyElement[], wanted: KeyElement): boolean =>
  schema.some((one) => one.AttributeName === wanted.AttributeName);

// Why a value cannot be a key. An item without an index's key is fine: it is not in the index.
export function keyProblem(value: Value | undefined, key: KeyElement, table: TableDescription, index?: string): string {
  const of = index === undefined ? "the table's key" : `the key of index ${index}`;
  const type = table.AttributeDefinitions.find((one) => one.AttributeName === key.AttributeName)?.AttributeType ?? "S";
  if (value === undefined) return index === undefined ? "This attribute of the table's key is missing." : "";
  if (value.type !== type) return `As part of ${of} it is a ${TYPE_NAMES[type]}.`;
  const bytes = valueBytes(value);
  if (bytes === 0) return `As part of ${of} it is not empty.`;
  const most = key.KeyType === "HASH" ? HASH_BYTES_MAX : RANGE_BYTES_MAX;
  return value.type !== "N" && bytes > most ? `As part of ${of} it has at most ${most} bytes.` : "";
}
