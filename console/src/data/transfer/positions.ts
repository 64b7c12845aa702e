// Where an import stopped, kept in the browser's storage. A file is known by name, size and time.

const PREFIX = "stator.import.";
const POSITIONS_MAX = 50;

export interface Position {
  readonly records: number; // records from the start that need no second look
  readonly written: number;
  readonly refused: number;
}

export interface FileFacts {
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
}

// `server` is the address of the console: one browser may know several servers.
const keyOf = (server: string, table: string, { name, size, lastModified }: FileFacts): string =>
  PREFIX + JSON.stringify([server, table, name, size, lastModified]);

export function loadPosition(
  storage: Storage | undefined,
  server: string,
  table: string,
  file: FileFacts,
): Position | undefined {
  try {
    const kept = JSON.parse(storage?.getItem(keyOf(server, table, file)) ?? "null") as Position | null;
    const counts = [kept?.records, kept?.written, kept?.refused];
    return kept !== null && counts.every((count) => Number.isSafeInteger(count)) ? kept : undefined;
  } catch {
    return undefined; // storage is blocked, or holds something else
  }
}

// undefined forgets the position. Returns whether the storage took it.
export function keepPosition(
  storage: Storage | undefined,
  server: string,
  table: string,
  file: FileFacts,
  position: Position | undefined,
): boolean {
  const key = keyOf(server, table, file);
  try {
    if (storage === undefined) return false;
    if (position === undefined) storage.removeItem(key);
    else {
      storage.setItem(key, JSON.stringify(position));
      forgetOthers(storage, key);
    }
    return true;
  } catch {
    return false; // full or blocked
  }
}

function forgetOthers(storage: Storage, kept: string): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  const others = keys.filter((key) => key.startsWith(PREFIX) && key !== kept);
  for (const key of others.slice(0, Math.max(0, others.length - POSITIONS_MAX))) storage.removeItem(key);
}
