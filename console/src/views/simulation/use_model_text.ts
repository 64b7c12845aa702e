import { draft } from "../../data/model/draft";
import type { Example } from "../../data/requests/workbench_shapes";
import { useParameter } from "../../shared/address";
import { useExamples } from "../../shared/live/model";
import { useStore } from "../../shared/use_store";
import { EXAMPLES } from "./examples";

export interface ModelText {
  readonly text: string; // empty: nothing to simulate yet
  readonly choice: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly choose: (choice: string) => void;
}

// The text that is simulated: the model that the console works on, or an example. Without a model, the
// first example shows what a simulation finds.
export function useModelText(): ModelText {
  const [chosen, choose] = useParameter("example");
  const { text } = useStore(draft);
  const served = useExamples().data ?? [];
  return modelText(text, served, chosen, choose);
}

const CURRENT = "";

export function modelText(
  current: string,
  served: readonly Example[],
  chosen: string,
  choose: (choice: string) => void,
): ModelText {
  const hasModel = current.trim() !== "";
  const examples = [...EXAMPLES, ...served.map(({ name, text }) => ({ name, text, title: `Example: ${name}` }))];
  const found = examples.find(({ name }) => name === chosen);
  const fallback = hasModel ? undefined : EXAMPLES[0];
  const shown = chosen === CURRENT ? fallback : found;
  return {
    text: shown?.text ?? (chosen === CURRENT ? current : ""),
    choice: shown?.name ?? chosen,
    choices: [
      ...(hasModel ? [[CURRENT, `The model: ${nameIn(current)}`] as const] : []),
      ...examples.map(({ name, title }) => [name, title] as const),
      ...(chosen !== CURRENT && found === undefined ? [[chosen, `${chosen} (unknown)`] as const] : []),
    ],
    choose,
  };
}

const nameIn = (text: string): string => /^\s*model\s+(\S+)/m.exec(text)?.[1] ?? "without a name";
