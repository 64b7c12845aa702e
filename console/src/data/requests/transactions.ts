import { admin } from "./services";
import { send } from "./send";

// Transactions that are stopped between prepare and commit (docs/operating.md).
export interface Pauses {
  readonly armed: number; // items that wait for a transaction
  readonly held: number;
}

// An item by its key in DynamoDB JSON.
export interface HeldItem {
  readonly TableName: string;
  readonly Key: object;
}

export const readPauses = (signal?: AbortSignal): Promise<Pauses> => admin("transactions", signal);

// Holds the next transaction that writes the item.
export const holdTransaction = async (item: HeldItem, signal?: AbortSignal): Promise<void> => {
  await post("transactions/hold", JSON.stringify(item), signal);
};

// Returns how many go on. Without an item that is every held transaction.
export async function releaseTransactions(item: HeldItem | undefined, signal?: AbortSignal): Promise<number> {
  const text = await post("transactions/release", item === undefined ? "" : JSON.stringify(item), signal);
  return (JSON.parse(text) as { released: number }).released;
}

async function post(path: string, body: string, signal: AbortSignal | undefined): Promise<string> {
  return (await send({ method: "POST", path: `/_stator/${path}`, body, signal })).text;
}
