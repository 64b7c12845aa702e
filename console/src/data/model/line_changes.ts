// Two texts, line by line.
export interface LineChange {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

const LINES_COMPARED = 1500; // of each side; the comparison takes time and memory of their product

// The lines of both texts in one order: those only in `before` are removed, those only in `after`
// added.
export function lineChanges(before: string, after: string): LineChange[] {
  const old = before.split("\n");
  const now = after.split("\n");
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return [
    ...as("same", old.slice(0, start)),
    ...between(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...as("same", old.slice(old.length - end)),
  ];
}

const as = (kind: LineChange["kind"], lines: readonly string[]): LineChange[] => lines.map((text) => ({ kind, text }));

function between(old: readonly string[], now: readonly string[]): LineChange[] {
  if (old.length > LINES_COMPARED || now.length > LINES_COMPARED) return [...as("removed", old), ...as("added", now)];
  const common = commonLengths(old, now);
  const changes: LineChange[] = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < now.length) {
    if (a < old.length && b < now.length && old[a] === now[b]) {
      changes.push({ kind: "same", text: old[a++]! });
      b++;
    } else if (b >= now.length || (a < old.length && common[a + 1]![b]! >= common[a]![b + 1]!)) {
      changes.push({ kind: "removed", text: old[a++]! });
    } else {
      changes.push({ kind: "added", text: now[b++]! });
    }
  }
  return changes;
}

// The length of the longest common sequence of lines behind each pair of places.
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let a = old.length - 1; a >= 0; a--) {
    for (let b = now.length - 1; b >= 0; b--) {
      lengths[a]![b] = old[a] === now[b] ? lengths[a + 1]![b + 1]! + 1 : Math.max(lengths[a + 1]![b]!, lengths[a]![b + 1]!);
    }
  }
  return lengths;
}
