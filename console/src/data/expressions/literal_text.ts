import { quoted } from "../code/literals";
import { fromBase64, toBase64 } from "../values/base64";
import type { Value } from "../values/value";
import { ExpressionProblem, isConstant, type Token, tokensOf } from "./lexer";

// Values as users type them in expressions:
//   "text" 'text' 42 true null b"AAE=" [1, "two"] {"a": 1} <<"a", "b">>

const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

export const isNumber = (text: string): boolean => NUMBER.test(text);

// undefined: the value has no such text, as a number that is none.
export function literalText(value: Value): string | undefined {
  switch (value.type) {
    case "S":
      return quoted(value.value);
    case "N":
      return isNumber(value.value) ? value.value : undefined;
    case "B":
      return bytesText(value.value);
    case "BOOL":
      return String(value.value);
    case "NULL":
      return "null";
    case "SS":
      return setText(value.value.map((one) => quoted(one)));
    case "NS":
      return value.value.every(isNumber) ? setText(value.value) : undefined;
    case "BS":
      return setText(value.value.map(bytesText));
    case "L":
      return between("[", value.value.map(literalText), "]");
    case "M":
      return between("{", [...value.value].map(memberText), "}");
  }
}

const bytesText = (bytes: Uint8Array): string => `b"${toBase64(bytes)}"`;

const setText = (members: readonly string[]): string | undefined =>
  members.length === 0 ? undefined : `<<${members.join(", ")}>>`;

function memberText([name, value]: [string, Value]): string | undefined {
  const text = literalText(value);
  return text === undefined ? undefined : `${quoted(name)}: ${text}`;
}

const between = (open: string, parts: readonly (string | undefined)[], close: string): string | undefined =>
  parts.includes(undefined) ? undefined : open + parts.join(", ") + close;

// Reads one value from tokens without spaces. `at` moves behind it.
export class ValueReader {
  constructor(
    private readonly tokens: readonly Token[],
    public at = 0,
  ) {}

  // Errors: throws ExpressionProblem.
  read(): Value {
    const token = this.take();
    switch (token.kind) {
      case "text":
        return { type: "S", value: textOf(token) };
      case "bytes":
        return { type: "B", value: bytesOf(token) };
      case "number":
        return { type: "N", value: token.text };
      case "word":
        return constantOf(token);
      case "sign":
        return this.readCompound(token);
      default:
        throw new ExpressionProblem(token.at, "A value is expected here.");
    }
  }

  private readCompound(token: Token): Value {
    switch (token.text) {
      case "-":
        return this.readNegative();
      case "[":
        return { type: "L", value: this.readParts("]", () => this.read()) };
      case "{":
        return { type: "M", value: new Map(this.readParts("}", () => this.readMember())) };
      case "<<":
        return setOf(this.readParts(">>", () => this.read()), token.at);
      default:
        throw new ExpressionProblem(token.at, "A value is expected here.");
    }
  }

  private readNegative(): Value {
    const token = this.take();
    if (token.kind !== "number") throw new ExpressionProblem(token.at, "A number is expected here.");
    return { type: "N", value: `-${token.text}` };
  }

  private readMember(): [string, Value] {
    const name = this.take();
    if (name.kind !== "text" && name.kind !== "word") throw new ExpressionProblem(name.at, "A name is expected here.");
    this.expect(":");
    return [name.kind === "text" ? textOf(name) : name.text, this.read()];
  }

  private readParts<Part>(close: string, read: () => Part): Part[] {
    const parts: Part[] = [];
    if (this.isNext(close)) return parts;
    do parts.push(read());
    while (this.isNext(","));
    this.expect(close);
    return parts;
  }

  private isNext(sign: string): boolean {
    if (this.tokens[this.at]?.text !== sign) return false;
    this.at++;
    return true;
  }

  private expect(sign: string): void {
    const token = this.take();
    if (token.text !== sign) throw new ExpressionProblem(token.at, `${sign} is expected here.`);
  }

  private take(): Token {
    const token = this.tokens[this.at++];
    if (token !== undefined) return token;
    const last = this.tokens.at(-1);
    throw new ExpressionProblem((last?.at ?? 0) + (last?.text.length ?? 0), "The value does not end.");
  }
}

// Errors: throws ExpressionProblem.
export function valueOfLiteral(text: string): Value {
  const tokens = tokensOf(text).filter(({ kind }) => kind !== "space");
  const reader = new ValueReader(tokens);
  const value = reader.read();
  const next = tokens[reader.at];
  if (next !== undefined) throw new ExpressionProblem(next.at, "Nothing may follow the value.");
  return value;
}

function textOf({ text, at }: Token): string {
  const inside = text.slice(1, -1);
  const json = text.startsWith("'") ? inside.replace(/\\'/g, "'").replace(/(?<!\\)((?:\\\\)*)"/g, '$1\\"') : inside;
  try {
    return JSON.parse(`"${json.replace(/[\u0000-\u001f]/g, escapeOf)}"`) as string;
  } catch {
    throw new ExpressionProblem(at, "The text has an escape that JSON does not know.");
  }
}

const escapeOf = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

function bytesOf({ text, at }: Token): Uint8Array {
  try {
    return fromBase64(text.slice(2, -1));
  } catch {
    throw new ExpressionProblem(at, "b\"…\" holds base64.");
  }
}

function constantOf({ text, at }: Token): Value {
  if (!isConstant(text)) throw new ExpressionProblem(at, `${text} is no value. Texts have quotes.`);
  const word = text.toUpperCase();
  return word === "NULL" ? { type: "NULL" } : { type: "BOOL", value: word === "TRUE" };
}

function setOf(members: readonly Value[], at: number): Value {
  const type = members[0]?.type;
  if (type !== "S" && type !== "N" && type !== "B") throw new ExpressionProblem(at, "A set holds texts, numbers or bytes.");
  if (members.some((one) => one.type !== type)) throw new ExpressionProblem(at, "A set holds values of one type.");
  const values = members.map((one) => ("value" in one ? one.value : undefined));
  return { type: `${type}S`, value: values } as Value;
}
