import { compareSequence, type KeptRecord } from "./stream_shapes";

export const RECORDS_MAX = 10_000;
export const BYTES_MAX = 64 * 1024 * 1024; // of records with images of 400 KB

const numberOf = ({ record }: KeptRecord): string => record.dynamodb.SequenceNumber;
const bytesOf = ({ record }: KeptRecord): number => record.dynamodb.SizeBytes ?? 0;
const inOrder = (a: KeptRecord, b: KeptRecord): number => compareSequence(numberOf(a), numberOf(b));

// Puts new records of any shards among those that are kept, in the order of their numbers, and
// drops the oldest beyond the bounds.
export function keepRecords(kept: readonly KeptRecord[], added: readonly KeptRecord[]): readonly KeptRecord[] {
  if (added.length === 0) return kept;
  const sorted = [...added].sort(inOrder);
  const last = kept.at(-1);
  const all = [...kept, ...sorted];
  if (last !== undefined && inOrder(last, sorted[0]!) > 0) all.sort(inOrder);
  return all.slice(firstKept(all));
}

function firstKept(all: readonly KeptRecord[]): number {
  const first = Math.max(0, all.length - RECORDS_MAX);
  let bytes = 0;
  for (let at = all.length - 1; at >= first; at--) {
    bytes += bytesOf(all[at]!);
    if (bytes > BYTES_MAX) return Math.min(at + 1, all.length - 1); // the newest stays, whatever its size
  }
  return first;
}
