import { type Draft, draft, isChanged } from "../../data/model/draft";
import { Failure, UNREADABLE_MODEL } from "../../data/requests/failure";
import { formatModel, importModel, readModelFile, writeModelFile } from "../../data/requests/models";
import { queryClient } from "../../shared/live/queries";

export const MODEL_BYTES_MAX = 1024 * 1024;
const SUFFIX = ".std";

export const titleOf = ({ file, text }: Draft): string => file?.name ?? modelName(text) ?? "Model";

// The name that the text gives its model.
export const modelName = (text: string): string | undefined => /^[ \t]*model[ \t]+([A-Za-z0-9_.-]+)/m.exec(text)?.[1];

// A name for a new file.
export const suggestedName = (text: string): string => `${modelName(text) ?? "model"}${SUFFIX}`;

export const isFileName = (name: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,95}\.std$/.test(name);

// Replaces the draft by a text that belongs to no file of the server.
export const openText = (text: string): void => draft.set({ text });

export async function openFile(name: string, signal: AbortSignal): Promise<void> {
  const { text, etag } = await readModelFile(name, signal);
  draft.set({ text, file: { name, etag, text } });
}

// Formats the text, where it is a model, and writes it. Errors: throws Failure with status 412 if
// another program has changed the file.
export async function saveAs(name: string, etag: string | undefined, signal: AbortSignal): Promise<void> {
  const text = await formatted(draft.get().text, signal);
  const written = await writeModelFile(name, text, etag, signal);
  draft.set({ text, file: { name, etag: written, text } });
  void queryClient.invalidateQueries({ queryKey: ["model-files"] });
}

// A text that is no model is saved as it is.
async function formatted(text: string, signal: AbortSignal): Promise<string> {
  try {
    return await formatModel(text, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return text;
  }
}

// Opens a file from this machine: a model, or another tool's file. Returns what an import could not
// read.
export async function openLocal(file: File, signal: AbortSignal): Promise<readonly string[]> {
  if (file.size > 2 * MODEL_BYTES_MAX) throw unreadable("The file is larger than any model.");
  const text = textOf(await file.arrayBuffer());
  if (file.name.endsWith(SUFFIX) || /^\s*(--[^\n]*\n\s*)*model\s/.test(text)) {
    openText(text);
    return [];
  }
  const name = file.name.replace(/\.[^.]*$/, "").replace(/[^A-Za-z0-9_.-]+/g, "-");
  const imported = await importModel({ text, file: file.name, name }, signal);
  openText(imported.text);
  return [
    ...imported.remarks,
    ...imported.unread.map(({ pattern, sentence }) => (pattern === undefined ? sentence : `${pattern}: ${sentence}`)),
  ];
}

// The name of a file does not say what is in it.
function textOf(bytes: ArrayBuffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // no UTF-8
  }
  throw unreadable("The file is no text in UTF-8.");
}

const unreadable = (message: string): Failure => new Failure(UNREADABLE_MODEL, message, 0, "");

// Whether another text may take the draft's place without loss.
export const mayReplace = (now: Draft): boolean => now.text.trim() === "" || (now.file !== undefined && !isChanged(now));
