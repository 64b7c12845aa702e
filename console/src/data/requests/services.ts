import { send } from "./send";

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
  const { text } = await send({
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
  return JSON.parse(text) as T;
}

export const dynamodb = <T>(operation: string, request: object, signal?: AbortSignal): Promise<T> =>
  call<T>("dynamodb", operation, request, signal);

export const cloudwatch = <T>(operation: string, request: object, signal?: AbortSignal): Promise<T> =>
  call<T>("monitoring", operation, request, signal);

// Reads from the admin API, `/_stator/…`.
export async function admin<T>(path: string, signal?: AbortSignal): Promise<T> {
  const { text } = await send({ method: "GET", path: `/_stator/${path}`, signal });
  return JSON.parse(text) as T;
}
