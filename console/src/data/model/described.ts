import type { ModelDescription } from "../requests/model_shapes";
import { checkModel, describeModel } from "../requests/models";
import type { Checked } from "../requests/workbench_shapes";
import { createStore } from "../store";
import { draft } from "./draft";

// The server's findings and description of the draft. While the text is no model, the last description stays, so
// that colours and links stay while a user types.
export interface Described {
  readonly text: string; // the text that was looked at
  readonly checked?: Checked;
  readonly description?: ModelDescription;
  readonly isModel: boolean; // whether `description` is of `text`
  readonly modelText?: string; // the text of `description`
  readonly error?: unknown;
}

const PAUSE_MS = 150; // after the last keystroke

export const described = createStore<Described>({ text: "", isModel: false });

let timer: ReturnType<typeof setTimeout> | undefined;
let under = new AbortController();
let watchers = 0;
let forget: (() => void) | undefined;

// Looks at the draft, and again after each change, while somebody watches. Returns what ends that.
export function watchDraft(): () => void {
  watchers++;
  if (watchers === 1) {
    forget = draft.subscribe(() => lookSoon(PAUSE_MS));
    if (draft.get().text !== described.get().text || described.get().error !== undefined) lookSoon(0);
  }
  return () => {
    watchers--;
    if (watchers > 0) return;
    forget?.();
    clearTimeout(timer);
    under.abort();
  };
}

// Looks again, as after an error.
export const lookAgain = (): void => lookSoon(0);

function lookSoon(delay: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void look(), delay);
}

async function look(): Promise<void> {
  under.abort();
  under = new AbortController();
  const { signal } = under;
  const { text } = draft.get();
  const before = described.get();
  if (text.trim() === "") return described.set({ text, isModel: false });
  try {
    const checked = await checkModel(text, signal);
    const isModel = checked.findings.every(({ code }) => code !== "syntax");
    const description = isModel ? await describeModel(text, signal) : before.description;
    const modelText = isModel ? text : before.modelText;
    described.set({
      text,
      checked,
      isModel,
      ...(description !== undefined && { description }),
      ...(modelText !== undefined && { modelText }),
    });
  } catch (error) {
    if (!signal.aborted) described.set({ ...before, text, isModel: false, error });
  }
}
