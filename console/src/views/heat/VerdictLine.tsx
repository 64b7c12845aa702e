import { Text } from "../../shared/parts/Text";
import type { Verdict } from "./verdict";
import style from "./VerdictLine.module.css";

// The sentence above the map, and what stands beside it.
export function VerdictLine({ verdict, context }: { readonly verdict: Verdict; readonly context: string | undefined }) {
  return (
    <div className={`${style.verdict} ${style[verdict.tone]}`}>
      <p role="status">
        {verdict.parts.map((part, at) =>
          typeof part === "string" ? (
            part
          ) : (
            <code key={at}>
              <Text value={part.key} />
            </code>
          ),
        )}
      </p>
      {context !== undefined && <p className={style.context}>{context}</p>}
    </div>
  );
}
