import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { draft } from "../../data/model/draft";
import { describeModel, readExamples } from "../../data/requests/models";
import { useParameter } from "../../shared/address";
import { useStore } from "../../shared/use_store";

const PAUSE_MS = 300; // after the last keystroke
const FIRST_EXAMPLE = "orders";

export type SourceKind = "example" | "draft" | "text";

// Where the model comes from: an example, the current model, or a text. The address holds the choice.
export function useModelSource() {
  const [kindText, setKind] = useParameter("model");
  const [name, setName] = useParameter("example");
  const [typed, setTyped] = useState("");
  const current = useStore(draft);
  const kind: SourceKind = kindText === "draft" || kindText === "text" ? kindText : "example";
  const examples = useQuery({
    queryKey: ["model-examples"],
    queryFn: ({ signal }) => readExamples(signal),
    staleTime: Infinity,
  });
  const chosen = name === "" ? FIRST_EXAMPLE : name;
  const example = examples.data?.find((one) => one.name === chosen)?.text ?? "";
  const text = useSettled(kind === "example" ? example : kind === "draft" ? current.text : typed, kind === "text");
  const described = useQuery({
    queryKey: ["model-described", text],
    queryFn: ({ signal }) => describeModel(text, signal),
    enabled: text.trim() !== "",
    staleTime: Infinity,
    gcTime: 0,
  });
  return {
    kind,
    setKind: (next: SourceKind) => setKind(next === "example" ? "" : next),
    examples: examples.data ?? [],
    example: chosen,
    setExample: setName,
    typed,
    setTyped,
    hasDraft: current.text.trim() !== "",
    text,
    model: text.trim() === "" ? undefined : described.data,
    error: examples.error ?? described.error ?? undefined,
    isReading: described.isLoading || examples.isLoading,
  };
}

export type ChosenSource = ReturnType<typeof useModelSource>;

// The text once nobody has typed for a moment.
function useSettled(text: string, typing: boolean): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), typing ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [text, typing]);
  return settled;
}
