import type { ModelDescription } from "../../data/requests/model_shapes";
import type { Finding } from "../../data/requests/workbench_shapes";
import type { TextProblem } from "../../shared/editor/editor_types";

export const lineOfPattern = (model: ModelDescription | undefined, id: string): number | undefined =>
  id === "" ? undefined : model?.patterns.find((pattern) => pattern.id === id)?.line;

// Where the word at a place begins and ends. The server counts bytes in a line, the editor UTF-16
// units in the text.
export function problemsOf(text: string, findings: readonly Finding[]): TextProblem[] {
  const lines = text.split("\n");
  const starts = startsOf(lines);
  return findings.map(({ line, column, severity, message, cure }) => {
    const at = Math.min(Math.max(1, line), lines.length) - 1;
    const before = unitsOf(lines[at]!, column - 1);
    const word = /^[^\s,()[\]]+/.exec(lines[at]!.slice(before))?.[0].length ?? 0;
    const from = starts[at]! + before;
    return {
      from,
      to: from + Math.max(1, word),
      severity: severity === "note" ? "info" : severity,
      message: cure === "" ? message : `${message} ${cure}`,
    };
  });
}

function startsOf(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

// The UTF-16 units that take the first `bytes` bytes of UTF-8.
function unitsOf(line: string, bytes: number): number {
  let units = 0;
  let left = bytes;
  for (const letter of line) {
    if (left <= 0) break;
    const code = letter.codePointAt(0)!;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    units += letter.length;
  }
  return units;
}
