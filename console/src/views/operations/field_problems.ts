import { createContext, useContext, useEffect, useId, useState } from "react";

// Fields whose text is wrong. The request lacks what they hold, so it must not be sent.
type Report = (field: string, problem: string) => void;

export const FieldProblems = createContext<Report>(() => undefined);

export function useFieldProblems(): { readonly isWrong: boolean; readonly report: Report } {
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [report] = useState<Report>(() => (field: string, problem: string) => {
    setWrong((now) => {
      if (now.has(field) === (problem !== "")) return now;
      const next = new Set(now);
      if (problem === "") next.delete(field);
      else next.add(field);
      return next;
    });
  });
  return { isWrong: wrong.size > 0, report };
}

export function useReportedProblem(problem: string): void {
  const field = useId();
  const report = useContext(FieldProblems);
  useEffect(() => {
    report(field, problem);
    return () => report(field, "");
  }, [report, field, problem]);
}

// The text of a field that a user may leave half written. `derived` is the text of what the request
// holds. `apply` changes the request and returns the text that it will derive; it throws for a text
// that means nothing, and the request stays as it is.
export function useTyped(derived: string, apply: (text: string) => string) {
  const [draft, setDraft] = useState({ text: derived, derived, problem: "" });
  const isMine = draft.derived === derived;
  const problem = isMine ? draft.problem : "";
  useReportedProblem(problem);
  const change = (text: string) => {
    try {
      setDraft({ text, derived: apply(text), problem: "" });
    } catch (error) {
      setDraft({ text, derived, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  return { text: isMine ? draft.text : derived, problem, change };
}
