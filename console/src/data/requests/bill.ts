import type { Bill, BillDiff, BillUsage } from "./bill_shapes";
import { Failure, UNREADABLE } from "./failure";
import { send } from "./send";
import { admin } from "./services";

// The terms of a bill. Empty texts leave a term to the server.
export interface BillTerms {
  readonly period: string; // the time that the counted traffic stands for: "24h"
  readonly utilization: string; // percent, of provisioned capacity
  readonly table: string;
}

export const readBillOf = (terms: BillTerms, signal?: AbortSignal): Promise<Bill> =>
  admin("bill", signal, { query: queryOf(terms) });

// Compares a bill with the present one. `rates`: bills of unequal times are compared by the month.
export async function diffBill(
  before: BillUsage,
  { rates, ...terms }: BillTerms & { readonly rates: boolean },
  signal?: AbortSignal,
): Promise<BillDiff> {
  const { text, status } = await send({
    method: "POST",
    path: "/_stator/bill/diff",
    query: queryOf({ ...terms, ...(rates ? { rates: "true" } : {}) }),
    body: JSON.stringify({ usage: before }),
    signal,
  });
  try {
    return JSON.parse(text) as BillDiff;
  } catch {
    throw new Failure(UNREADABLE, "The answer is not the JSON that the console expects.", status, "");
  }
}

export const resetBill = (signal?: AbortSignal): Promise<unknown> =>
  send({ method: "POST", path: "/_stator/bill/reset", body: "{}", signal });

const queryOf = (members: object): string =>
  Object.entries(members)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
