import { Text } from "../../shared/parts/Text";
import type { Verdict } from "./verdict";
import style from "./VerdictLine.module.css";

// The sentence above the map.
export function VerdictLine({ verdict }: { readonly verdict: Verdict }) {
  return (
    <p className={`${style.verdict} ${style[verdict.tone]}`} role="status">
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
  );
}
