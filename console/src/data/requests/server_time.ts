// The server's machine time, as its `Date` headers tell it. Signatures use it, because a browser's
// clock may be wrong by more than the server accepts.
let offsetMs: number | undefined;

export function noteServerDate(header: string | null, nowMs: number): void {
  const told = Date.parse(header ?? "");
  if (!Number.isNaN(told)) offsetMs = told - nowMs;
}

export function serverTime(nowMs: number): Date | undefined {
  return offsetMs === undefined ? undefined : new Date(nowMs + offsetMs);
}
