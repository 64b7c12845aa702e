import type { Item, Value, ValueType } from "../values/value";
import { type BytesForm, bytesToText, textToBytes } from "./bytes_text";
import { needsEscapes, withEscapes, withoutEscapes } from "./escapes";
import type { Finding, Path } from "../values/path";

// An item as the tree shows it. A node keeps what the user has typed, right or wrong. It also keeps
// what other types had, so that a type chosen by mistake loses nothing.
export interface TreeNode {
  readonly id: number; // for React
  readonly type: ValueType;
  readonly text: string; // of S, N and B
  readonly escapes: boolean; // the text of S has them
  readonly form: BytesForm;
  readonly flag: boolean; // BOOL
  readonly children: readonly TreeChild[]; // of L, M and sets
}

export interface TreeChild {
  readonly name: string; // of a member of M
  readonly node: TreeNode;
}

let lastId = 0;

export const emptyNode = (type: ValueType): TreeNode => ({
  id: ++lastId,
  type,
  text: "",
  escapes: false,
  form: "base64",
  flag: false,
  children: [],
});

export const MEMBER_TYPES = { SS: "S", NS: "N", BS: "B" } as const;
export type SetType = keyof typeof MEMBER_TYPES;
export const isSet = (type: ValueType): type is SetType => type in MEMBER_TYPES;

export function treeOf(item: Item): TreeNode {
  return nodeOf({ type: "M", value: item });
}

function nodeOf(value: Value): TreeNode {
  const node = emptyNode(value.type);
  const unnamed = (values: readonly Value[]): TreeChild[] => values.map((one) => ({ name: "", node: nodeOf(one) }));
  switch (value.type) {
    case "S":
      return textNode(node, value.value);
    case "N":
      return { ...node, text: value.value };
    case "B":
      return { ...node, text: bytesToText(value.value, node.form) };
    case "BOOL":
      return { ...node, flag: value.value };
    case "NULL":
      return node;
    case "SS":
      return { ...node, children: unnamed(value.value.map((one) => ({ type: "S", value: one }))) };
    case "NS":
      return { ...node, children: unnamed(value.value.map((one) => ({ type: "N", value: one }))) };
    case "BS":
      return { ...node, children: unnamed(value.value.map((one) => ({ type: "B", value: one }))) };
    case "L":
      return { ...node, children: unnamed(value.value) };
    case "M":
      return { ...node, children: [...value.value].map(([name, one]) => ({ name, node: nodeOf(one) })) };
  }
}

export function textNode(node: TreeNode, text: string): TreeNode {
  const escapes = needsEscapes(text);
  return { ...node, escapes, text: escapes ? withEscapes(text) : text };
}

// The values of a tree. `findings` has the places whose texts are no values; their values are missing.
export interface TreeReading {
  readonly item: Item;
  readonly findings: readonly Finding[];
}

export function readTree(root: TreeNode): TreeReading {
  const findings: Finding[] = [];
  const item = readMembers(root.children, [], findings);
  return { item, findings };
}

function readMembers(children: readonly TreeChild[], path: Path, findings: Finding[]): Item {
  const members = new Map<string, Value>();
  for (const { name, node } of children) {
    const here = [...path, name];
    if (members.has(name)) findings.push({ path: here, message: "This name is there twice." });
    const value = readNode(node, here, findings);
    if (value !== undefined) members.set(name, value);
  }
  return members;
}

function readNode(node: TreeNode, path: Path, findings: Finding[]): Value | undefined {
  const wrong = (message: string) => void findings.push({ path, message });
  switch (node.type) {
    case "S": {
      const value = node.escapes ? withoutEscapes(node.text) : node.text;
      return value === undefined ? wrong("Write a backslash as \\\\, or an escape such as \\u202e.") : { type: "S", value };
    }
    case "N":
      return { type: "N", value: node.text.trim() };
    case "B": {
      const value = textToBytes(node.text, node.form);
      return value === undefined ? wrong(`This is not ${node.form}.`) : { type: "B", value };
    }
    case "BOOL":
      return { type: "BOOL", value: node.flag };
    case "NULL":
      return { type: "NULL" };
    case "M":
      return { type: "M", value: readMembers(node.children, path, findings) };
    default:
      return gathered(node.type, readElements(node.children, path, findings));
  }
}

function readElements(children: readonly TreeChild[], path: Path, findings: Finding[]): Value[] {
  return children
    .map(({ node }, at) => readNode(node, [...path, at], findings))
    .filter((value) => value !== undefined);
}

function gathered(type: "L" | SetType, values: readonly Value[]): Value {
  if (type === "L") return { type, value: values };
  const members = values.map((one) => (one as { value: unknown }).value);
  return { type, value: members } as Value;
}
