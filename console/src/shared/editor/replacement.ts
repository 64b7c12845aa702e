export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

// The smallest single change from one text to another, so that the cursor stays where it is when a
// text is formatted. undefined: the texts are equal.
export function replacement(before: string, after: string): Replacement | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let kept = 0;
  while (
    kept < shorter - from &&
    before.charCodeAt(before.length - 1 - kept) === after.charCodeAt(after.length - 1 - kept)
  ) {
    kept++;
  }
  return { from, to: before.length - kept, insert: after.slice(from, after.length - kept) };
}
