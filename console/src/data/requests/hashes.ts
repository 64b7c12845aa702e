import { hmacSha256, sha256 } from "./sha256";

export interface Hashes {
  sha256(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  hmac(
    key: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

export const ownHashes: Hashes = {
  sha256: async (message) => sha256(message),
  hmac: async (key, message) => hmacSha256(key, message),
};

export function webHashes(subtle: SubtleCrypto): Hashes {
  return {
    sha256: async (message) => new Uint8Array(await subtle.digest("SHA-256", message)),
    hmac: async (key, message) => {
      const algorithm = { name: "HMAC", hash: "SHA-256" };
      const imported = await subtle.importKey("raw", key, algorithm, false, ["sign"]);
      return new Uint8Array(await subtle.sign("HMAC", imported, message));
    },
  };
}

// Browsers offer WebCrypto on https and on loopback addresses only.
export function hashesOf(scope: { readonly crypto?: Crypto }): Hashes {
  const subtle = scope.crypto?.subtle as SubtleCrypto | undefined;
  return subtle === undefined ? ownHashes : webHashes(subtle);
}
