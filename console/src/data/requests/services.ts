import { Failure, UNREADABLE } from "./failure";
import { type Answer, send } from "./send";

const TARGETS = {
  dynamodb: "DynamoDB_20120810",
  monitoring: "GraniteServiceVersion20100801",
} as const;

// Calls an operation of DynamoDB or CloudWatch.
async function call<T>(
  service: keyof typeof TARGETS,
  operation: string,
  request: object,
  signal?: AbortSignal,
): Promise<T> {
  const answer = await send({
    method: "POST",
    path: "/",
    service,
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `${TARGETS[service]}.${operation}`,
    },
    body: JSON.stringify(request),
    signal,
  });
  return jsonOf<T>(answer);
}

// TagResource and UntagResource answer with an empty body.
function jsonOf<T>({ text, status }: Answer): T {
  try {
    return JSON.parse(text === "" ? "{}" : text) as T;
  } catch {
    throw new Failure(UNREADABLE, "The answer is not the JSON that the console expects.", status, "");
  }
}

export const dynamodb = <T>(operation: string, request: object, signal?: AbortSignal): Promise<T> =>
  call<T>("dynamodb", operation, request, signal);

export const cloudwatch = <T>(operation: string, request: object, signal?: AbortSignal): Promise<T> =>
  call<T>("monitoring", operation, request, signal);

// Reads from the admin API, `/_stator/…`.
export async function admin<T>(
  path: string,
  signal?: AbortSignal,
  also?: { readonly accepted: readonly number[] },
): Promise<T> {
  return jsonOf<T>(await send({ method: "GET", path: `/_stator/${path}`, signal, ...also }));
}
