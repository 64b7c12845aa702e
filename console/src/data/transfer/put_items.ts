import { type Write, writeBatch } from "../requests/batch_write";
import { Failure } from "../requests/failure";
import { wait } from "../requests/wait";

const PAUSE_MS_MIN = 100;
const PAUSE_MS_MAX = 5000;

const THROTTLES = new Set([
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
]);

const REFUSALS = new Set(["ValidationException", "SerializationException", "ItemCollectionSizeLimitExceededException"]);
const TOO_LARGE = 413;
const BUSY = 503;

const isThrottle = (error: unknown): boolean =>
  error instanceof Failure && (THROTTLES.has(error.type) || error.status === BUSY);

const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && (REFUSALS.has(error.type) || error.status === TOO_LARGE);

// Writes a batch, and tells of each write that the server refuses. DynamoDB refuses a batch as a
// whole, so halves of it are tried until the wrong writes are alone.
// Errors: throws the Failure of any other answer, or AbortError after `signal`.
export async function putItems<T extends { readonly write: Write }>(
  table: string,
  items: readonly T[],
  refused: (item: T, reason: string) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    await writeThrottled(table, items.map(({ write }) => write), signal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (items.length === 1) return refused(items[0]!, error.message);
    const half = Math.ceil(items.length / 2);
    await putItems(table, items.slice(0, half), refused, signal);
    await putItems(table, items.slice(half), refused, signal);
  }
}

// A table without any capacity answers with an error instead of unprocessed items.
async function writeThrottled(table: string, writes: readonly Write[], signal: AbortSignal): Promise<void> {
  for (let pause = PAUSE_MS_MIN; ; pause = Math.min(2 * pause, PAUSE_MS_MAX)) {
    try {
      return await writeBatch(table, writes, signal);
    } catch (error) {
      if (!isThrottle(error)) throw error;
      await wait(pause, signal);
    }
  }
}
