import { Failure, UNREADABLE } from "./failure";
import { type Answer, send } from "./send";

const TARGETS = {
  dynamodb: { service: "dynamodb", target: "DynamoDB_20120810", version: "1.0" },
  streams: { service: "dynamodb", target: "DynamoDBStreams_20120810", version: "1.0" },
  monitoring: { service: "monitoring", target: "GraniteServiceVersion20100801", version: "1.0" },
  autoscaling: { service: "application-autoscaling", target: "AnyScaleFrontendService", version: "1.1" },
} as const;

type Headers = { readonly [name: string]: string };

// Calls an operation of an AWS service that the server answers.
async function call(
  to: keyof typeof TARGETS,
  operation: string,
  body: string,
  signal?: AbortSignal,
  headers: Headers = {},
): Promise<Answer> {
  const { service, target, version } = TARGETS[to];
  return send({
    method: "POST",
    path: "/",
    service,
    headers: {
      "content-type": `application/x-amz-json-${version}`,
      "x-amz-target": `${target}.${operation}`,
      ...headers,
    },
    body,
    signal,
  });
}

// TagResource and UntagResource answer with an empty body.
function jsonOf<T>({ text, status }: Answer): T {
  try {
    return JSON.parse(text === "" ? "{}" : text) as T;
  } catch {
    throw new Failure(UNREADABLE, "The answer is not the JSON that the console expects.", status, "");
  }
}

export const dynamodb = async <T>(operation: string, request: object, signal?: AbortSignal): Promise<T> =>
  jsonOf<T>(await call("dynamodb", operation, JSON.stringify(request), signal));

export const cloudwatch = async <T>(operation: string, request: object, signal?: AbortSignal): Promise<T> =>
  jsonOf<T>(await call("monitoring", operation, JSON.stringify(request), signal));

export const autoscaling = async <T>(operation: string, request: object, signal?: AbortSignal): Promise<T> =>
  jsonOf<T>(await call("autoscaling", operation, JSON.stringify(request), signal));

// The console's own reads. The server counts them nowhere (docs/operating.md).
const UNMETERED: Headers = { "x-stator-unmetered": "1" };

export const streamsUnmetered = async <T>(operation: string, request: object, signal?: AbortSignal): Promise<T> =>
  jsonOf<T>(await call("streams", operation, JSON.stringify(request), signal, UNMETERED));

export interface Explained<T> {
  readonly answer: T;
  readonly explanation: string | undefined; // JSON of the header x-stator-explain
}

// A read that an answer explains, and that counts nowhere.
export const readUnmetered = <T>(operation: string, request: object, signal?: AbortSignal): Promise<Explained<T>> =>
  explained<T>(operation, JSON.stringify(request), signal, { metered: false });

// Sends a request as a program would, and asks for the explanation.
export async function explained<T>(
  operation: string,
  body: string,
  signal?: AbortSignal,
  { metered = true } = {},
): Promise<Explained<T>> {
  const headers = { "x-stator-explain": "1", ...(metered ? {} : UNMETERED) };
  const answer = await call("dynamodb", operation, body, signal, headers);
  return { answer: jsonOf<T>(answer), explanation: answer.headers.get("x-stator-explain") ?? undefined };
}

// Reads from the admin API, `/_stator/…`.
export async function admin<T>(
  path: string,
  signal?: AbortSignal,
  also?: { readonly accepted?: readonly number[]; readonly query?: string },
): Promise<T> {
  return jsonOf<T>(await send({ method: "GET", path: `/_stator/${path}`, signal, ...also }));
}

// Sends JSON to the admin API.
export async function adminPost<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  const headers = { "content-type": "application/json" };
  return jsonOf<T>(await send({ method: "POST", path: `/_stator/${path}`, headers, body: JSON.stringify(body), signal }));
}
