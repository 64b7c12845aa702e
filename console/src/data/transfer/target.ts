import { Failure, isStopped, UNWRITABLE_FILE } from "../requests/failure";
import { bytesText } from "../values/amounts";

// Where an export goes: a file on disk, or the browser's memory until it is downloaded.

type Bytes = Uint8Array<ArrayBuffer>;

// A file that exists in the browser alone. Firefox and Safari cannot write to disk as they read.
export const BLOB_BYTES_MAX = 512 * 1024 * 1024;
const PART_BYTES = 8 * 1024 * 1024;

export const unwritable = (problem: string): Failure => new Failure(UNWRITABLE_FILE, problem, 0, "");

export interface Target {
  readonly stream: WritableStream<Bytes>;
  // Hands the closed file over. A file on disk is where the user wanted it already.
  finish(): Blob | undefined;
}

export const diskTarget = (stream: WritableStream<Bytes>): Target => ({ stream, finish: () => undefined });

export function blobTarget(bytesMax = BLOB_BYTES_MAX): Target {
  let file = new Blob([]);
  let parts: Bytes[] = [];
  let bytes = 0;
  const flush = () => {
    file = new Blob([file, ...parts]); // browsers move large blobs out of memory
    parts = [];
  };
  const stream = new WritableStream<Bytes>({
    write(chunk) {
      bytes += chunk.length;
      if (bytes > bytesMax) {
        throw unwritable(`The file grew beyond ${bytesText(bytesMax)}, the most that this browser can keep.`);
      }
      parts.push(chunk);
      if (bytes - file.size >= PART_BYTES) flush();
    },
  });
  return {
    stream,
    finish() {
      flush();
      return file;
    },
  };
}

// A text stream into a target, which counts the bytes of the file.
export interface TextSink {
  write(text: string): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>; // throws the file away
}

export function textSink(
  { stream }: Target,
  compressed: boolean,
  written: (bytes: number) => void,
): TextSink {
  let bytes = 0;
  const encoder = new TextEncoder();
  const input = new TransformStream<string, Bytes>({
    transform: (text, controller) => controller.enqueue(encoder.encode(text) as Bytes),
  });
  const counter = new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      written((bytes += chunk.length));
      controller.enqueue(chunk);
    },
  });
  const gzip = new CompressionStream("gzip") as ReadableWritablePair<Bytes, Bytes>;
  const output = compressed ? input.readable.pipeThrough(gzip) : input.readable;
  const arrived = output.pipeThrough(counter).pipeTo(stream);
  arrived.catch(() => undefined); // told below
  const writer = input.writable.getWriter();
  const told = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      throw problemOf(await arrived.then(() => error, (cause: unknown) => cause));
    }
  };
  return {
    write: (text) => told(writer.write(text)),
    close: () => told(writer.close().then(() => arrived)),
    async abort() {
      await writer.abort(new DOMException("stopped", "AbortError")).catch(() => undefined);
      await arrived.catch(() => undefined);
    },
  };
}

function problemOf(error: unknown): unknown {
  if (error instanceof Failure || isStopped(error)) return error;
  return unwritable(`The file cannot be written: ${error instanceof Error ? error.message : String(error)}`);
}
