import type { ModelDescription } from "./model_shapes";
import type {
  Advice,
  Checked,
  Example,
  Exported,
  Imported,
  ModelFileList,
  ModelPrice,
  PriceOptions,
  PriceTables,
} from "./workbench_shapes";
import { send } from "./send";
import { admin, adminPost } from "./services";

// The functions of `stator model` on a text, and the server's model files (docs/operating.md).

export const checkModel = (text: string, signal?: AbortSignal): Promise<Checked> =>
  adminPost("model/check", { text }, signal);

// Errors: throws Failure with status 400 for a text that is no model.
export const describeModel = (text: string, signal?: AbortSignal): Promise<ModelDescription> =>
  adminPost("model/describe", { text }, signal);

export const priceModel = (text: string, options: PriceOptions, signal?: AbortSignal): Promise<ModelPrice> =>
  adminPost("model/price", { text, ...options }, signal);

export const adviseModel = (text: string, prices: string | undefined, signal?: AbortSignal): Promise<Advice> =>
  adminPost("model/advise", { text, prices }, signal);

export const formatModel = async (text: string, signal?: AbortSignal): Promise<string> =>
  (await adminPost<{ readonly text: string }>("model/format", { text }, signal)).text;

export const generateFrom = (text: string, to: string, signal?: AbortSignal): Promise<Exported> =>
  adminPost("model/generate", { text, to }, signal);

export const exportModel = (text: string, to: string, signal?: AbortSignal): Promise<Exported> =>
  adminPost("model/export", { text, to }, signal);

export interface ImportedFile {
  readonly text: string;
  readonly file: string; // its name, which may tell its format
  readonly name: string; // of the model
  readonly from?: string;
}
export const importModel = (file: ImportedFile, signal?: AbortSignal): Promise<Imported> =>
  adminPost("model/import", file, signal);

export const readExamples = async (signal?: AbortSignal): Promise<readonly Example[]> =>
  (await admin<{ readonly examples: readonly Example[] }>("model/examples", signal)).examples;

export const readPriceTables = (signal?: AbortSignal): Promise<PriceTables> => admin("prices", signal);

// --- Files ---

export const listModelFiles = (signal?: AbortSignal): Promise<ModelFileList> => admin("models", signal);

export interface ModelText {
  readonly text: string;
  readonly etag: string;
}

const pathOf = (name: string): string => `/_stator/models/${name}`;

export async function readModelFile(name: string, signal?: AbortSignal): Promise<ModelText> {
  const { text, headers } = await send({ method: "GET", path: pathOf(name), signal });
  return { text, etag: headers.get("etag") ?? "" };
}

// Writes the text if the file still has the ETag; without one, if there is no such file. Returns the
// new ETag. Errors: throws Failure with status 412 if the file has changed.
export async function writeModelFile(
  name: string,
  text: string,
  etag: string | undefined,
  signal?: AbortSignal,
): Promise<string> {
  const headers: Record<string, string> = etag === undefined ? { "if-none-match": "*" } : { "if-match": etag };
  const answer = await send({ method: "PUT", path: pathOf(name), headers, body: text, signal });
  return answer.headers.get("etag") ?? "";
}

export async function deleteModelFile(name: string, etag: string, signal?: AbortSignal): Promise<void> {
  await send({ method: "DELETE", path: pathOf(name), headers: { "if-match": etag }, signal });
}
