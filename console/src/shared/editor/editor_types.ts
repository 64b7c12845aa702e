import type { CompletionSource } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { Ref } from "react";

// A finding in the text, which the editor underlines. Positions count UTF-16 units from 0.
export interface TextProblem {
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
}

// Looks at the text once the user has paused. A result for a text that has changed since is dropped.
export type LintSource = (text: string) => readonly TextProblem[] | Promise<readonly TextProblem[]>;

export interface EditorHandle {
  focus(): void;
  goToLine(line: number, column?: number): void; // both from 1; moves the focus there
  select(from: number, to?: number): void;
  // The text and the cursor as they are, for completions and templates.
  selection(): { readonly from: number; readonly to: number; readonly line: number };
  insert(text: string): void; // in place of the selection
}

export interface EditorProperties {
  readonly label: string; // the accessible name
  readonly description?: string; // read after the name
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly onBlur?: () => void;
  readonly onLine?: (line: number) => void; // the cursor has moved to another line
  readonly language?: "json" | Extension; // keep one object: another one is set up anew
  readonly problems?: readonly TextProblem[]; // what the view has found, where it does not pass `lint`
  readonly lint?: LintSource;
  readonly lintDelay?: number; // milliseconds after the last keystroke
  readonly completions?: CompletionSource;
  readonly readOnly?: boolean;
  // content: as high as the text, between bounds. fill: as high as the container.
  readonly height?: "content" | "fill";
  readonly ref?: Ref<EditorHandle>;
}
