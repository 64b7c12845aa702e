import type { TailStart } from "../../data/streams/tail";

const DIGITS_MAX = 40; // DynamoDB's bound of a sequence number
const NUMBER = /^\d{21,40}$/;

export type StartName = TailStart["from"];

// The member `from` of the address: empty for the oldest record, `now`, or a sequence number.
export function startOf(from: string): TailStart {
  if (from === "now") return { from };
  return NUMBER.test(from) ? { from: "number", number: from } : { from: "oldest" };
}

export const numberProblem = (text: string): string =>
  NUMBER.test(text.trim()) ? "" : `A sequence number has 21 to ${DIGITS_MAX} digits. A record shows its own.`;
