import { parse } from "lossless-json";

import { NotAnItem } from "../transfer/plain_json";
import { fromWireItem, NotDynamoDbJson } from "../values/dynamodb_json";
import { itemToText } from "../values/item_text";
import type { Finding, Path } from "../values/path";
import type { Item, Value } from "../values/value";
import { locate, type Span, typedPath } from "./locate";
import { readPlain } from "./plain_read";
import { plainText } from "./plain_write";
import { readTree, type TreeNode, treeOf } from "./tree";

// An item under edit, in one of three forms. Only the form's own member counts.
export type Form = "tree" | "dynamodb" | "plain";

export const FORMS = [
  ["tree", "Tree"],
  ["dynamodb", "DynamoDB JSON"],
  ["plain", "Plain JSON"],
] as const satisfies readonly (readonly [Form, string])[];

export interface Draft {
  readonly form: Form;
  readonly tree: TreeNode;
  readonly text: string;
  readonly types: Item; // plain JSON takes the types from here, by path
}

export function draftOf(item: Item, form: Form): Draft {
  const text = form === "tree" ? "" : form === "plain" ? plainText(item) : itemToText(item);
  return { form, tree: treeOf(form === "tree" ? item : new Map()), text, types: item };
}

// The content of a draft. Without an item, `findings` or `fault` say why.
export interface Reading {
  readonly item?: Item;
  readonly findings: readonly Finding[];
  readonly fault?: TextFault;
}

export interface TextFault extends Span {
  readonly message: string;
}

export function readDraft({ form, tree, text, types }: Draft): Reading {
  if (form === "tree") {
    const { item, findings } = readTree(tree);
    return findings.length > 0 ? { findings } : { item, findings };
  }
  try {
    return { item: form === "plain" ? readPlain(text, types) : fromWireItem(parse(text)), findings: [] };
  } catch (error) {
    return { findings: [], fault: faultOf(error, text) };
  }
}

const POSITION = / (?:encountered )?at position (\d+)$/;

function faultOf(error: unknown, text: string): TextFault {
  if (error instanceof NotDynamoDbJson) return { ...locate(text, wrongPath(text, error.path)), message: error.message };
  if (error instanceof NotAnItem) return { from: 0, to: text.length, message: error.message };
  const said = error instanceof Error ? error.message : String(error);
  const match = POSITION.exec(said);
  const from = match === null ? text.length : Number(match[1]);
  const message = said.replace(POSITION, "");
  return { from: Math.max(0, Math.min(from, text.length - 1)), to: Math.min(from + 1, text.length), message: `This is no JSON: ${message}.` };
}

// Finds what the text writes at a path of the item, although it is no item: a value lies in an
// object that names its type, if the object is right.
function wrongPath(text: string, path: Path): Path {
  const root: unknown = parse(text);
  let here: unknown = root;
  return path.flatMap((step, at) => {
    const type = at === 0 ? undefined : onlyName(here);
    if (type !== undefined) here = member(here, type);
    here = member(here, step);
    return type === undefined ? [step] : [type, step];
  });
}

const onlyName = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value)[0] : undefined;

const member = (value: unknown, step: string | number): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, step) ? (value as Record<string | number, unknown>)[step] : undefined;

// Where a finding lies in the draft's text.
export function spanOf({ form, text }: Draft, item: Item, path: Path): Span {
  const typeAt = (to: Path) => valueAt(item, to)?.type;
  return locate(text, form === "dynamodb" ? typedPath(path, typeAt) : path);
}

export function valueAt(item: Item, [name, ...rest]: Path): Value | undefined {
  let value = item.get(String(name));
  for (const step of rest) {
    if (value?.type === "M") value = value.value.get(String(step));
    else if (value?.type === "L" && typeof step === "number") value = value.value[step];
    else return undefined;
  }
  return value;
}
