import type { Credentials } from "./credentials";
import { Failure, failureOf, isStopped, UNREACHABLE, wantsCredentials } from "./failure";
import { hashesOf } from "./hashes";
import { addressOf } from "./place";
import { noteServerDate, serverTime } from "./server_time";
import { askForCredentials, session } from "./session";
import { sign } from "./sigv4";

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  readonly service?: "dynamodb" | "monitoring" | "application-autoscaling";
  readonly signal?: AbortSignal;
  readonly accepted?: readonly number[]; // statuses beside 200 that are no failure
  readonly unsigned?: boolean;
  // Used instead of the session's: the sign-in dialog tries credentials before it keeps them.
  readonly credentials?: Credentials;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

const REGION = "us-east-1"; // a signature may name any region

// Sends a request once; nothing here tries again. A refused signature opens the sign-in dialog.
// Errors: throws Failure, or AbortError after `signal`.
export async function send(call: Call): Promise<Answer> {
  const answer = await exchange(call);
  const text = await answer.text();
  if (answer.ok || call.accepted?.includes(answer.status)) {
    return { status: answer.status, text, headers: answer.headers };
  }
  const requestId = answer.headers.get("x-amzn-requestid") ?? "";
  const failure = failureOf(answer.status, text, requestId);
  if (wantsCredentials(failure) && call.credentials === undefined) {
    askForCredentials(failure.message);
  }
  throw failure;
}

async function exchange(call: Call): Promise<Response> {
  const credentials = call.unsigned ? undefined : (call.credentials ?? session.get().credentials);
  if (credentials !== undefined && serverTime(Date.now()) === undefined) await readServerTime(call);
  const headers = credentials === undefined ? plain(call) : await signed(call, credentials);
  return deliver(call, headers);
}

// The health text needs no signature, and its answer carries a `Date`.
async function readServerTime(call: Call): Promise<void> {
  await deliver({ method: "GET", path: "/", signal: call.signal }, new Map());
}

async function deliver(call: Call, headers: ReadonlyMap<string, string>): Promise<Response> {
  const url = addressOf(call.path);
  url.search = call.query ?? "";
  const { method, body, signal } = call;
  try {
    const init = { method, body, signal, headers: [...headers] as [string, string][] };
    const answer = await fetch(url, { ...init, credentials: "omit", redirect: "error" });
    noteServerDate(answer.headers.get("date"), Date.now());
    return answer;
  } catch (error) {
    if (isStopped(error)) throw error;
    throw new Failure(UNREACHABLE, "The server does not answer.", 0, "");
  }
}

const plain = (call: Call): ReadonlyMap<string, string> => new Map(Object.entries(call.headers ?? {}));

async function signed(call: Call, credentials: Credentials): Promise<ReadonlyMap<string, string>> {
  const headers = new Map(plain(call)).set("host", addressOf("/").host);
  const { method, path, query = "", body = "", service = "dynamodb" } = call;
  const at = serverTime(Date.now()) ?? new Date();
  const request = { method, path, query, headers, body };
  const result = await sign(request, credentials, { service, region: REGION }, at, hashesOf(globalThis));
  const sent = new Map(result);
  sent.delete("host"); // the browser sends it
  return sent;
}
