// A self-signed certificate for a test's proxy, written as DER, because Node makes keys but no
// certificates.
import { generateKeyPairSync, sign } from "node:crypto";

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const DNS_NAME = 0x82;
const explicit = (number) => 0xa0 + number;

const ECDSA_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const SUBJECT_ALT_NAME = [0x55, 0x1d, 0x11];

function der(tag, ...contents) {
  const content = Buffer.concat(contents.map((one) => Buffer.from(one)));
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const timeOf = (date) => der(UTC_TIME, Buffer.from(date.toISOString().replace(/^..|[-:T]|\.\d+/g, "")));

export function certificateFor(host) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const day = 86_400_000;
  const algorithm = der(SEQUENCE, der(OBJECT_ID, ECDSA_SHA256));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8_STRING, Buffer.from(host)))));
  const names = der(OCTET_STRING, der(SEQUENCE, der(DNS_NAME, Buffer.from(host))));
  const signed = der(
    SEQUENCE,
    der(explicit(0), der(INTEGER, [2])),
    der(INTEGER, [1]),
    algorithm,
    name,
    der(SEQUENCE, timeOf(new Date(Date.now() - day)), timeOf(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(explicit(3), der(SEQUENCE, der(SEQUENCE, der(OBJECT_ID, SUBJECT_ALT_NAME), names))),
  );
  const certificate = der(SEQUENCE, signed, algorithm, der(BIT_STRING, [0], sign("sha256", signed, privateKey)));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}
