import { Failure, UNREADABLE_FILE } from "../requests/failure";

export const unreadable = (problem: string): Failure => new Failure(UNREADABLE_FILE, problem, 0, "");

type Bytes = Uint8Array<ArrayBuffer>;

// Reads a file as text, chunk by chunk. `read` gets the number of the file's bytes read so far.
// Errors: throws Failure if the file is not UTF-8, or its compressed data is damaged.
export async function* textOf(
  file: Blob,
  compressed: boolean,
  read: (bytes: number) => void = () => {},
): AsyncGenerator<string> {
  const reader = chunksOf(file, compressed, read).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let position = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw compressed
          ? unreadable("The compressed data is damaged, or ends too early.")
          : unreadable(`The browser cannot read the file: ${error instanceof Error ? error.message : ""}`);
      });
      const text = decode(decoder, value, position);
      if (text !== "") yield text;
      if (done) return;
      position += value.length;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function decode(decoder: TextDecoder, bytes: Bytes | undefined, position: number): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw unreadable(`The text is not UTF-8 near byte ${position}. Save the file as UTF-8.`);
  }
}

function chunksOf(file: Blob, compressed: boolean, read: (bytes: number) => void): ReadableStream<Bytes> {
  let bytes = 0;
  const counter = new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      read((bytes += chunk.length));
      controller.enqueue(chunk);
    },
  });
  const counted = (file.stream() as ReadableStream<Bytes>).pipeThrough(counter);
  return compressed ? counted.pipeThrough(new DecompressionStream("gzip") as ReadableWritablePair<Bytes, Bytes>) : counted;
}

// The beginning of a file as bytes, decompressed if it is gzip.
export async function headOf(file: Blob, bytesMax: number): Promise<{ compressed: boolean; bytes: Bytes }> {
  const start = new Uint8Array(await file.slice(0, bytesMax).arrayBuffer());
  if (start[0] !== 0x1f || start[1] !== 0x8b) return { compressed: false, bytes: start };
  const reader = chunksOf(new Blob([start]), true, () => {}).getReader();
  const found: number[] = [];
  try {
    while (found.length < bytesMax) {
      const { done, value } = await reader.read();
      if (done) break;
      for (const byte of value.subarray(0, bytesMax - found.length)) found.push(byte);
    }
  } catch {
    // The beginning of compressed data ends in its middle.
  }
  reader.cancel().catch(() => undefined);
  return { compressed: true, bytes: Uint8Array.from(found) };
}
