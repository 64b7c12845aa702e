import { fromBase64, toBase64 } from "../values/base64";

export type BytesForm = "base64" | "hex";

export const bytesToText = (bytes: Uint8Array, form: BytesForm): string =>
  form === "base64" ? toBase64(bytes) : [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Blanks and line ends between the digits do not count. Returns undefined for any other text.
export function textToBytes(text: string, form: BytesForm): Uint8Array | undefined {
  const packed = text.replace(/\s+/g, "");
  return form === "base64" ? base64Bytes(packed) : hexBytes(packed);
}

function base64Bytes(text: string): Uint8Array | undefined {
  try {
    return fromBase64(text);
  } catch {
    return undefined;
  }
}

function hexBytes(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}
