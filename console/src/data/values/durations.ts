// Durations as the server reads and writes them: `3d`, `1d12h`, `90s`.

const UNITS: readonly (readonly [name: string, ms: number])[] = [
  ["w", 604_800_000],
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
];
const YEAR_MS = 365 * 86_400_000;
const PARTS_MAX = 2;

// Returns milliseconds, or undefined for another text.
export function parseDuration(text: string): number | undefined {
  const wanted = text.trim().toLowerCase().replace(/\s+/g, "");
  if (!/^(\d+(\.\d+)?(ms|[wdhms]))+$/.test(wanted)) return undefined;
  let sum = 0;
  for (const [, count, name] of wanted.matchAll(/(\d+(?:\.\d+)?)(ms|[wdhms])/g)) {
    sum += Number(count) * (UNITS.find(([unit]) => unit === name)?.[1] ?? NaN);
  }
  return Number.isFinite(sum) ? Math.round(sum) : undefined;
}

// The largest two units that are not zero, such as `1d 12h`; years from one year on.
export function durationText(ms: number): string {
  if (ms >= YEAR_MS) return `${(ms / YEAR_MS).toFixed(1).replace(/\.0$/, "")} years`;
  let rest = ms >= 1000 ? Math.round(ms / 1000) * 1000 : Math.round(ms);
  const parts: string[] = [];
  for (const [name, size] of UNITS) {
    if (name === "w") continue;
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 && parts.length < PARTS_MAX) parts.push(`${count}${name}`);
  }
  return parts.length === 0 ? "0s" : parts.join(" ");
}
