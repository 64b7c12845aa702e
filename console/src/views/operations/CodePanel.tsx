import { codeOf, LANGUAGES, type Language } from "../../data/code/languages";
import type { BuiltRequest } from "../../data/operations/operations";
import { useParameter } from "../../shared/address";
import { useCodeTarget } from "../../shared/code_target";
import { Choice } from "../../shared/parts/Choice";
import { CodeBlock } from "../../shared/parts/CodeBlock";
import style from "./forms.module.css";

// The request in every language. The code runs as it stands.
export function CodePanel({ request }: { readonly request: BuiltRequest }) {
  const [chosen, choose] = useParameter("as");
  const target = useCodeTarget();
  const [language, title] = LANGUAGES.find(([name]) => name === chosen) ?? LANGUAGES[0];
  return (
    <div className={style.stack}>
      <Choice<Language> label="Language" hideLabel value={language} choices={LANGUAGES} onChange={(name) => choose(name)} />
      <CodeBlock label={`The request for ${title}`} text={codeOf(language, request, target)} />
    </div>
  );
}
