import type { Value } from "../values/value";
import { isConstant, isKeyword, ExpressionProblem, type Token, tokensOf, typedName } from "./lexer";
import { literalText, ValueReader } from "./literal_text";
import { isReserved } from "./reserved";

// Placeholders of a request, by their names with `#` and `:`.
export interface Placeholders {
  readonly names: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, Value>;
}

export interface Lifted extends Placeholders {
  readonly expression: string;
}

const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const OPERAND_ENDS = new Set(["word", "quoted", "name", "value", "text", "bytes", "number"]);

// Replaces the values of a typed expression by placeholders, and the names that DynamoDB does not
// take. `taken`: placeholders of the request's other expressions; known ones may be typed.
// Errors: throws ExpressionProblem.
export function lifted(typed: string, taken: Placeholders, known: Placeholders = taken): Lifted {
  const tokens = tokensOf(typed);
  const lifter = new Lifter(tokens, taken, known);
  return lifter.run();
}

class Lifter {
  private readonly names = new Map<string, string>();
  private readonly values = new Map<string, Value>();
  private readonly full: readonly Token[]; // without spaces
  private written = "";
  private subject = "v"; // the latest name: values are named for it

  constructor(
    private readonly tokens: readonly Token[],
    private readonly taken: Placeholders,
    private readonly known: Placeholders,
  ) {
    this.full = tokens.filter(({ kind }) => kind !== "space");
  }

  run(): Lifted {
    let at = 0; // in `full`
    let position = 0; // in the text
    while (at < this.full.length) {
      const token = this.full[at]!;
      this.written += this.spaceBetween(position, token.at);
      at = this.lift(token, at);
      const last = this.full[at - 1]!;
      position = last.at + last.text.length;
    }
    return { expression: this.written, names: this.names, values: this.values };
  }

  private spaceBetween(from: number, to: number): string {
    return this.tokens
      .filter((token) => token.kind === "space" && token.at >= from && token.at < to)
      .map(({ text }) => text)
      .join("");
  }

  // Returns the position behind what it wrote.
  private lift(token: Token, at: number): number {
    switch (token.kind) {
      case "quoted":
        this.writeName(token.text.slice(1, -1));
        return at + 1;
      case "word":
        return this.liftWord(token, at);
      case "name":
        return this.keep(token, this.known.names, this.names, at);
      case "value":
        return this.keep(token, this.known.values, this.values, at);
      case "sign":
        if (!this.beginsValue(token, at)) break;
        return this.liftValue(at);
      case "number":
        if (this.full[at - 1]?.text === "[" && !this.isListAt(at - 1)) break; // an index: list[0]
        return this.liftValue(at);
      default:
        return this.liftValue(at);
    }
    this.written += token.text;
    return at + 1;
  }

  private liftWord(token: Token, at: number): number {
    const isMember = this.full[at - 1]?.text === ".";
    if (!isMember && isConstant(token.text)) return this.liftValue(at);
    const isFunction = this.full[at + 1]?.text === "(" && !isMember && !isKeyword(token.text);
    if (isFunction || (!isMember && isKeyword(token.text))) {
      this.written += token.text;
      return at + 1;
    }
    this.writeName(token.text);
    return at + 1;
  }

  private beginsValue({ text }: Token, at: number): boolean {
    if (text === "{" || text === "<<") return true;
    if (text === "[") return this.isListAt(at);
    return text === "-" && this.full[at + 1]?.kind === "number" && !this.followsOperand(at);
  }

  // `[` behind a path is an index; elsewhere a list begins.
  private isListAt(at: number): boolean {
    return !this.followsOperand(at);
  }

  private followsOperand(at: number): boolean {
    const before = this.full[at - 1];
    if (before === undefined) return false;
    if (before.kind === "word" && isKeyword(before.text)) return false;
    return OPERAND_ENDS.has(before.kind) || before.text === "]" || before.text === ")";
  }

  private keep<T>(token: Token, known: ReadonlyMap<string, T>, into: Map<string, T>, at: number): number {
    const value = known.get(token.text);
    if (value === undefined) throw new ExpressionProblem(token.at, `${token.text} stands for nothing in this request.`);
    into.set(token.text, value);
    this.written += token.text;
    return at + 1;
  }

  private writeName(name: string): void {
    if (!PLAIN_NAME.test(name) || isReserved(name)) {
      const known = [...this.names].find(([, one]) => one === name)?.[0];
      const placeholder = known ?? this.free("#", name, this.names, this.taken.names, (one) => one === name);
      this.names.set(placeholder, name);
      this.written += placeholder;
    } else {
      this.written += name;
    }
    this.subject = name;
  }

  private liftValue(at: number): number {
    const reader = new ValueReader(this.full, at);
    const value = reader.read();
    const placeholder = this.free(":", this.subject, this.values, this.taken.values, () => false);
    this.values.set(placeholder, value);
    this.written += placeholder;
    return reader.at;
  }

  // `:status`, or `:status2` if that is taken by another name or value.
  private free<T>(
    sign: string,
    wish: string,
    own: ReadonlyMap<string, T>,
    others: ReadonlyMap<string, T>,
    isSame: (other: T) => boolean,
  ): string {
    const stem = sign + (wish.replace(/\W/g, "") || "v");
    for (let count = 1; ; count++) {
      const name = count === 1 ? stem : `${stem}${count}`;
      const other = others.get(name);
      if (!own.has(name) && (other === undefined || isSame(other))) return name;
    }
  }
}

// The expression with names and values in place of placeholders. What has no text stays as it is.
export function inlined(expression: string, { names, values }: Placeholders): string {
  try {
    return tokensOf(expression)
      .map((token) => {
        if (token.kind === "name") return typedName(names.get(token.text) ?? "") ?? token.text;
        const value = token.kind === "value" ? values.get(token.text) : undefined;
        return (value && literalText(value)) ?? token.text;
      })
      .join("");
  } catch (error) {
    if (error instanceof ExpressionProblem) return expression;
    throw error;
  }
}
