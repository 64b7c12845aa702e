// MD5 of a text's UTF-8 bytes, as sixteen bytes. The browser's WebCrypto has none, and shards of keys
// are made with it (docs/model-values.md). It protects nothing.

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) | 0);
const BLOCK = 64;

export function md5(text: string): Uint8Array {
  const words = new DataView(padded(new TextEncoder().encode(text)).buffer);
  let state: readonly number[] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let from = 0; from < words.byteLength; from += BLOCK) {
    const mixed = mix(state, words, from);
    state = state.map((word, at) => (word + mixed[at]!) | 0);
  }
  const result = new DataView(new ArrayBuffer(16));
  state.forEach((word, at) => result.setInt32(4 * at, word, true));
  return new Uint8Array(result.buffer);
}

// One bit, zeros, and the length in bits at the end of a block.
function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  all.set(bytes);
  all[bytes.length] = 0x80;
  new DataView(all.buffer).setBigUint64(all.length - 8, BigInt(bytes.length) * 8n, true);
  return all;
}

function mix(state: readonly number[], words: DataView, from: number): readonly number[] {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let at = 0; at < 64; at++) {
    const round = at >> 4;
    const [chosen, word] = step(round, at, b, c, d);
    const sum = (a + chosen + SINES[at]! + words.getInt32(from + 4 * word, true)) | 0;
    const shift = SHIFTS[4 * round + (at & 3)]!;
    [a, b, c, d] = [d, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0, b, c];
  }
  return [a, b, c, d];
}

function step(round: number, at: number, b: number, c: number, d: number): [chosen: number, word: number] {
  switch (round) {
    case 0:
      return [(b & c) | (~b & d), at];
    case 1:
      return [(d & b) | (~d & c), (5 * at + 1) & 15];
    case 2:
      return [b ^ c ^ d, (3 * at + 5) & 15];
    default:
      return [c ^ (b | ~d), (7 * at) & 15];
  }
}

// The bytes as a big-endian integer, modulo `shards`.
export const shardOf = (text: string, shards: number): number =>
  md5(text).reduce((rest, byte) => (rest * 256 + byte) % shards, 0);
