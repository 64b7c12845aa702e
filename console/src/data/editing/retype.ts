import type { ValueType } from "../values/value";
import { toBase64 } from "../values/base64";
import { textToBytes } from "./bytes_text";
import { withoutEscapes } from "./escapes";
import { emptyNode, isSet, MEMBER_TYPES, textNode, type TreeChild, type TreeNode } from "./tree";

// Gives a node another type and takes along what fits. What does not fit stays in the node, so the
// type before brings it back.
export function retype(node: TreeNode, type: ValueType): TreeNode {
  if (type === node.type) return node;
  const next = { ...node, type };
  switch (type) {
    case "S":
      return node.type === "N" || node.type === "B" || node.type === "BOOL" ? textNode(next, textOf(node)) : next;
    case "N":
      return node.type === "S" || node.type === "B" ? { ...next, text: textOf(node).trim() } : next;
    case "B":
      return node.type === "S" || node.type === "N" ? { ...next, form: "base64", text: encoded(textOf(node)) } : next;
    case "BOOL":
      return { ...next, flag: node.type === "S" ? node.text.trim() === "true" : node.flag };
    case "L":
    case "M":
      return { ...next, children: wrapped(node).map(named(type)) };
    case "NULL":
      return next;
    default:
      return { ...next, children: wrapped(node).map(({ name, node: one }) => ({ name, node: retype(one, MEMBER_TYPES[type]) })) };
  }
}

// A scalar becomes the one element of its list or set.
function wrapped(node: TreeNode): readonly TreeChild[] {
  if (node.type === "M" || node.type === "L" || isSet(node.type)) return node.children;
  if (node.children.length > 0 || node.type === "NULL" || (node.type !== "BOOL" && node.text === "")) return node.children;
  return [{ name: "", node: { ...node, id: emptyNode("S").id } }];
}

const named =
  (type: ValueType) =>
  (child: TreeChild, at: number): TreeChild =>
    type === "M" && child.name === "" ? { ...child, name: `member${at + 1}` } : child;

function textOf(node: TreeNode): string {
  if (node.type === "BOOL") return String(node.flag);
  if (node.type === "B") return decoded(node);
  return node.escapes ? (withoutEscapes(node.text) ?? node.text) : node.text;
}

// Bytes that are UTF-8 become their text, and others keep their digits.
function decoded(node: TreeNode): string {
  const bytes = textToBytes(node.text, node.form);
  try {
    return bytes === undefined ? node.text : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return node.text;
  }
}

const encoded = (text: string): string => toBase64(new TextEncoder().encode(text));
