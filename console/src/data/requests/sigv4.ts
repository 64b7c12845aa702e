import type { Credentials } from "./credentials";
import type { Hashes } from "./hashes";

const ALGORITHM = "AWS4-HMAC-SHA256";

export interface Signable {
  readonly method: string;
  // As the server sees it: a proxy may have removed a prefix of the browser's path.
  readonly path: string;
  readonly query: string;
  // All of them are signed. `host` is among them.
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Scope {
  readonly service: string;
  readonly region: string;
}

// Returns the headers that make a request signed: those it had, with date, token and signature.
export async function sign(
  request: Signable,
  credentials: Credentials,
  scope: Scope,
  at: Date,
  hashes: Hashes,
): Promise<ReadonlyMap<string, string>> {
  const date = basicTime(at);
  const headers = new Map(request.headers);
  headers.set("x-amz-date", date);
  if (credentials.token !== "") headers.set("x-amz-security-token", credentials.token);
  const signature = await signatureOf({ ...request, headers }, credentials, scope, date, hashes);
  const place = scopeText(scope, date);
  headers.set(
    "authorization",
    `${ALGORITHM} Credential=${credentials.accessKey}/${place}, ` +
      `SignedHeaders=${signedHeaders(headers)}, Signature=${signature}`,
  );
  return headers;
}

async function signatureOf(
  request: Signable,
  credentials: Credentials,
  scope: Scope,
  date: string,
  hashes: Hashes,
): Promise<string> {
  const canonical = canonicalRequest(request, hex(await hashes.sha256(bytes(request.body))));
  const digest = hex(await hashes.sha256(bytes(canonical)));
  let key = bytes(`AWS4${credentials.secretKey}`);
  for (const step of [date.slice(0, 8), scope.region, scope.service, "aws4_request"]) {
    key = await hashes.hmac(key, bytes(step));
  }
  const signed = [ALGORITHM, date, scopeText(scope, date), digest].join("\n");
  return hex(await hashes.hmac(key, bytes(signed)));
}

function canonicalRequest(request: Signable, bodyHash: string): string {
  const headers = sorted(request.headers.keys())
    .map((name) => `${name}:${folded(request.headers.get(name) ?? "")}\n`)
    .join("");
  return [
    request.method,
    request.path.split("/").map(encode).join("/"),
    canonicalQuery(request.query),
    headers,
    signedHeaders(request.headers),
    bodyHash,
  ].join("\n");
}

// Query members arrive percent-encoded; each is decoded and encoded in SigV4's own form.
function canonicalQuery(query: string): string {
  if (query === "") return "";
  return query
    .split("&")
    .map((member) => {
      const [name = "", value = ""] = member.split(/=(.*)/s);
      return `${encode(decodeURIComponent(name))}=${encode(decodeURIComponent(value))}`;
    })
    .sort()
    .join("&");
}

const scopeText = (scope: Scope, date: string): string =>
  `${date.slice(0, 8)}/${scope.region}/${scope.service}/aws4_request`;

const signedHeaders = (headers: ReadonlyMap<string, string>): string =>
  sorted(headers.keys()).join(";");

const sorted = (names: Iterable<string>): string[] => [...names].sort();

const folded = (value: string): string => value.trim().replace(/ +/g, " ");

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${hexByte(letter.charCodeAt(0)).toUpperCase()}`);

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hexByte = (byte: number): string => byte.toString(16).padStart(2, "0");

const hex = (digest: Uint8Array): string => Array.from(digest, hexByte).join("");

const basicTime = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, "");
