import type { Bill, BillUsage } from "../../data/requests/bill_shapes";

// A bill that was kept for a comparison: in the browser, or in a file of `stator bill --json`.
export interface SavedBill {
  readonly name: string;
  readonly usage: BillUsage;
}

const KEY = "stator.bill";
const FILE_BYTES_MAX = 2_000_000; // what the server takes

export const nameOfBill = ({ since, until }: BillUsage): string => `${since.slice(0, 19)} to ${until.slice(0, 19)} UTC`;

// Returns why the browser does not keep the bill, or nothing.
export function keepBill({ usage }: Bill, storage: () => Storage = () => localStorage): string {
  try {
    storage().setItem(KEY, JSON.stringify({ name: nameOfBill(usage), usage }));
    return "";
  } catch {
    return "The browser's storage is full or blocked, so the bill was not kept. Save it as a file instead.";
  }
}

export function keptBill(storage: () => Storage = () => localStorage): SavedBill | undefined {
  try {
    const kept: unknown = JSON.parse(storage().getItem(KEY) ?? "null");
    return isRecord(kept) && isUsage(kept["usage"]) ? { name: nameOfBill(kept["usage"]), usage: kept["usage"] } : undefined;
  } catch {
    return undefined;
  }
}

// Errors: throws an Error with a sentence for a file that is no bill.
export function billOfFile(name: string, text: string): SavedBill {
  const usage = usageIn(text);
  if (usage === undefined) throw new Error(`${name} is not a bill: it lacks the counts that “stator bill --json” writes.`);
  if (JSON.stringify(usage).length > FILE_BYTES_MAX) throw new Error(`${name} holds more than the server compares. Use “stator bill diff”.`);
  return { name, usage };
}

function usageIn(text: string): BillUsage | undefined {
  try {
    const bill: unknown = JSON.parse(text);
    return isRecord(bill) && isUsage(bill["usage"]) ? bill["usage"] : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isUsage = (value: unknown): value is BillUsage =>
  isRecord(value) && typeof value["since"] === "string" && typeof value["until"] === "string";
