import { tokensOf } from "../expressions/lexer";
import { literalText, ValueReader } from "../expressions/literal_text";
import { inlined } from "../expressions/lift";
import { ExpressionProblem, type Token, typedName } from "../expressions/lexer";
import type { Value } from "../values/value";
import { placeholdersOf } from "./expressions";
import type { Input } from "./operations";

export const COMPARISONS = ["=", "begins_with", "between", "<", "<=", ">", ">="] as const;
export type Comparison = (typeof COMPARISONS)[number];

// The term of a key condition for one attribute. `between` has two values, the others one.
export interface KeyTerm {
  readonly attribute: string;
  readonly comparison: Comparison;
  readonly values: readonly Value[];
}

// The terms of an input's key condition. undefined: it has another form, and stays a text.
export function keyTermsOf(input: Input): KeyTerm[] | undefined {
  const expression = input["KeyConditionExpression"];
  if (expression === undefined || expression === "") return [];
  if (typeof expression !== "string") return undefined;
  try {
    const typed = inlined(expression, placeholdersOf(input));
    return new TermReader(tokensOf(typed).filter(({ kind }) => kind !== "space")).read();
  } catch (error) {
    if (error instanceof ExpressionProblem) return undefined;
    throw error;
  }
}

class TermReader {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  read(): KeyTerm[] {
    const terms = [this.term()];
    while (this.at < this.tokens.length) {
      this.expect("AND");
      terms.push(this.term());
    }
    return terms;
  }

  private term(): KeyTerm {
    if (this.isNext("begins_with") && this.tokens[this.at + 1]?.text === "(") return this.beginning();
    const attribute = this.name();
    if (this.isNext("BETWEEN")) {
      this.at++;
      const low = this.value();
      this.expect("AND");
      return { attribute, comparison: "between", values: [low, this.value()] };
    }
    const sign = this.tokens[this.at++];
    const comparison = COMPARISONS.find((one) => one === sign?.text);
    if (comparison === undefined) throw new ExpressionProblem(sign?.at ?? 0, "A comparison is expected.");
    return { attribute, comparison, values: [this.value()] };
  }

  private beginning(): KeyTerm {
    this.at += 2;
    const attribute = this.name();
    this.expect(",");
    const value = this.value();
    this.expect(")");
    return { attribute, comparison: "begins_with", values: [value] };
  }

  private name(): string {
    const token = this.tokens[this.at++];
    if (token?.kind === "word") return token.text;
    if (token?.kind === "quoted") return token.text.slice(1, -1);
    throw new ExpressionProblem(token?.at ?? 0, "A name is expected.");
  }

  private value(): Value {
    const reader = new ValueReader(this.tokens, this.at);
    const value = reader.read();
    this.at = reader.at;
    return value;
  }

  private isNext(word: string): boolean {
    return this.tokens[this.at]?.text.toUpperCase() === word.toUpperCase();
  }

  private expect(word: string): void {
    if (!this.isNext(word)) throw new ExpressionProblem(this.tokens[this.at]?.at ?? 0, `${word} is expected.`);
    this.at++;
  }
}

// The terms as users type them. A name or value that has no such text gives undefined.
export function typedTerms(terms: readonly KeyTerm[]): string | undefined {
  const texts = terms.map(({ attribute, comparison, values }) => {
    const name = typedName(attribute);
    const [first, second] = values.map(literalText);
    if (name === undefined || first === undefined) return undefined;
    if (comparison === "begins_with") return `begins_with(${name}, ${first})`;
    if (comparison === "between") return second === undefined ? undefined : `${name} BETWEEN ${first} AND ${second}`;
    return `${name} ${comparison} ${first}`;
  });
  return texts.includes(undefined) ? undefined : texts.join(" AND ");
}
