import type { KeyPart, KeyTemplate } from "../requests/model_shapes";
import type { Item, Value } from "../values/value";
import { shardOf } from "./md5";

// Texts in keys, made of values and read back (docs/model-values.md).

const LETTERS = { month: 7, day: 10, hour: 13, minute: 16 } as const;

// The value's text as it stands in a key. undefined: no key is made of values of this type.
export function plainText(value: Value): string | undefined {
  if (value.type === "S" || value.type === "N") return value.value;
  return value.type === "BOOL" ? String(value.value) : undefined;
}

// The text of one part. undefined: the attribute has no value. A part that is any shard takes the
// first.
export function partText(part: KeyPart, values: Item): string | undefined {
  if (part.literal !== undefined) return part.literal;
  if (part.attribute === undefined) return "0";
  const value = values.get(part.attribute);
  const text = value && plainText(value);
  if (text === undefined) return undefined;
  if (part.shards !== undefined) return String(shardOf(text, part.shards));
  if (part.plus !== undefined) return String(BigInt(text) + BigInt(part.plus));
  return turned(part, part.bucket === undefined ? wide(part, text) : text.slice(0, LETTERS[part.bucket]));
}

const wide = ({ width }: KeyPart, text: string): string => (width === undefined ? text : text.padStart(width, "0"));

const turned = ({ descending }: KeyPart, text: string): string =>
  descending ? text.replace(/[0-9]/g, (digit) => String(9 - Number(digit))) : text;

// Whether the value is an attribute itself, in its own type.
const isPlain = ({ parts }: { readonly parts: readonly KeyPart[] }): boolean => {
  const [part] = parts;
  return parts.length === 1 && part?.attribute !== undefined && Object.keys(part).length === 1;
};

// The value that the template makes. undefined: an attribute has no value.
export function madeValue(template: Pick<KeyTemplate, "type" | "parts">, values: Item): Value | undefined {
  if (isPlain(template)) return values.get(template.parts[0]!.attribute!);
  const texts = template.parts.map((part) => partText(part, values));
  if (texts.includes(undefined)) return undefined;
  const text = texts.join("");
  return template.type === "N" ? { type: "N", value: text } : { type: "S", value: text };
}

// The template as a text: "CUST#{custId}".
export const templateText = (parts: readonly KeyPart[]): string => parts.map(nameOf).join("");

function nameOf(part: KeyPart): string {
  if (part.literal !== undefined) return part.literal;
  if (part.attribute === undefined) return `{random(${part.shards})}`;
  if (part.shards !== undefined) return `{shard(${part.attribute},${part.shards})}`;
  return `{${part.attribute}${part.bucket ? `:${part.bucket}` : ""}${part.descending ? " desc" : ""}}`;
}

// A pattern for the texts that the template makes: each attribute takes as little as possible.
export function templatePattern(parts: readonly KeyPart[]): RegExp {
  const escaped = parts.map(({ literal }) =>
    literal === undefined ? "([^]*?)" : literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  return new RegExp(`^${escaped.join("")}$`, "u");
}
