// SHA-256 and HMAC for pages that browsers give no WebCrypto: plain http beyond loopback.
// Noble's and js-sha256's implementations were looked at; both are larger than this file.

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const ROUNDS = 64;
const SQUARE_ROOTS = fractions(8, 1 / 2);
const CUBE_ROOTS = fractions(ROUNDS, 1 / 3);

export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = pad(message);
  const state = Uint32Array.from(SQUARE_ROOTS);
  const words = new Uint32Array(ROUNDS);
  const view = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) compress(state, words, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setUint32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = sha256(concat(block.map((byte) => byte ^ 0x36), message));
  return sha256(concat(block.map((byte) => byte ^ 0x5c), inner));
}

// The constants are the first 32 bits behind the point of roots of the first primes. A double holds
// enough digits for that: no root here exceeds 18.
function fractions(count: number, exponent: number): Uint32Array {
  const found = new Uint32Array(count);
  let at = 0;
  for (let candidate = 2; at < count; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) {
      if (candidate % divisor === 0) prime = false;
    }
    if (prime) found[at++] = (candidate ** exponent % 1) * 2 ** 32;
  }
  return found;
}

function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  return padded;
}

function compress(state: Uint32Array, words: Uint32Array, view: DataView, from: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(from + 4 * i);
  for (let i = 16; i < ROUNDS; i++) {
    const early = words[i - 15]!;
    const late = words[i - 2]!;
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let i = 0; i < ROUNDS; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const t1 = (h + s1 + chosen + CUBE_ROOTS[i]! + words[i]!) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + s0 + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at]! += word));
}

type Eight = [number, number, number, number, number, number, number, number];

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
