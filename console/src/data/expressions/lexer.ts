// Tokens of an expression as users type it: DynamoDB's expressions with values in place of
// placeholders, such as `status = "OPEN" AND size(tags) > 2`.
export type TokenKind =
  | "space"
  | "word" // a name, a keyword or a function
  | "quoted" // a name between backticks
  | "name" // #placeholder
  | "value" // :placeholder
  | "text"
  | "bytes"
  | "number"
  | "sign";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
}

// A text that is no expression. `at` counts UTF-16 units.
export class ExpressionProblem extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
    this.name = "ExpressionProblem";
  }
}

const TOKEN =
  /(?<space>\s+)|(?<bytes>b"[^"]*")|(?<text>"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|(?<quoted>`[^`]*`)|(?<name>#\w+)|(?<value>:\w+)|(?<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<sign><<|>>|<>|<=|>=|[-+=<>()[\]{},.:])/uy;

export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < expression.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(expression);
    const kind = Object.entries(match?.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    if (match === null || kind === undefined) throw new ExpressionProblem(at, problemAt(expression, at));
    tokens.push({ kind: kind as TokenKind, text: match[0], at });
    at += match[0].length;
  }
  return tokens;
}

function problemAt(expression: string, at: number): string {
  const letter = expression[at] ?? "";
  if (letter === '"' || letter === "'") return "The text has no closing quote.";
  if (letter === "`") return "The name has no closing backtick.";
  return `An expression has no ${JSON.stringify(letter)} here.`;
}

const KEYWORDS = new Set(["AND", "OR", "NOT", "BETWEEN", "IN", "SET", "REMOVE", "ADD", "DELETE"]);
const CONSTANTS = new Set(["TRUE", "FALSE", "NULL"]);

export const isKeyword = (word: string): boolean => KEYWORDS.has(word.toUpperCase());
export const isConstant = (word: string): boolean => CONSTANTS.has(word.toUpperCase());

const PLAIN = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

// A name as users type it. Names that the lexer would read as something else have backticks.
export function typedName(name: string): string | undefined {
  if (PLAIN.test(name) && !isKeyword(name) && !isConstant(name)) return name;
  return name === "" || name.includes("`") ? undefined : `\`${name}\``;
}
