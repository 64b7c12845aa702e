// An answer that says no, or no answer. `type` is AWS's name of the error.
export class Failure extends Error {
  readonly type: string;
  readonly status: number; // 0: no answer
  readonly requestId: string;
  readonly body: string; // of the answer: transactions give a reason for each of their actions

  constructor(type: string, message: string, status: number, requestId: string, body = "") {
    super(message);
    this.name = "Failure";
    this.type = type;
    this.status = status;
    this.requestId = requestId;
    this.body = body;
  }
}

export const UNREACHABLE = "Unreachable";
export const UNREADABLE = "UnreadableAnswer";
export const CONSOLE_FAULT = "ConsoleFault";
export const UNREADABLE_FILE = "UnreadableFile";
export const UNREADABLE_MODEL = "UnreadableModel";
export const UNWRITABLE_FILE = "UnwritableFile";

const SIGNATURE_TYPES = new Set([
  "MissingAuthenticationTokenException",
  "MissingAuthenticationToken",
  "UnrecognizedClientException",
  "InvalidSignatureException",
  "IncompleteSignatureException",
  "InvalidClientTokenId",
  "SignatureDoesNotMatch",
  "ExpiredTokenException",
]);

// Whether other credentials would help.
export const wantsCredentials = (failure: unknown): boolean =>
  failure instanceof Failure && SIGNATURE_TYPES.has(failure.type);

export const isMissing = (failure: unknown): boolean =>
  failure instanceof Failure &&
  (failure.type === "ResourceNotFoundException" || failure.status === 404);

export const isStopped = (failure: unknown): boolean =>
  failure instanceof DOMException && failure.name === "AbortError";

// Reads the error of an answer: AWS's JSON, the admin API's `message`, or a bare status.
export function failureOf(status: number, body: string, requestId: string): Failure {
  const { type, message } = errorMembers(body);
  const said = message === "" ? `The server answered with status ${status}.` : message;
  return new Failure(type === "" ? `Status ${status}` : type, said, status, requestId, body);
}

function errorMembers(body: string): { type: string; message: string } {
  try {
    const json = JSON.parse(body) as Record<string, unknown> | null;
    const type = String(json?.["__type"] ?? "");
    const message = String(json?.["message"] ?? json?.["Message"] ?? "");
    return { type: type.slice(type.indexOf("#") + 1), message };
  } catch {
    return { type: "", message: "" };
  }
}
