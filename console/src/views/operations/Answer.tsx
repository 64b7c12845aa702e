import { useMemo } from "react";

import { isRead } from "../../data/operations/operations";
import { textOfInput } from "../../data/operations/request_text";
import { itemsOf, type Outcome } from "../../data/operations/send_request";
import { plural } from "../../data/values/amounts";
import { useParameter } from "../../shared/address";
import { Choice } from "../../shared/parts/Choice";
import { CodeBlock } from "../../shared/parts/CodeBlock";
import { AnswerItems } from "./AnswerItems";
import style from "./Answer.module.css";
import { Explained } from "./Explained";

const FORMS = [
  ["rows", "Rows"],
  ["json", "JSON"],
] as const;

type Form = (typeof FORMS)[number][0];

// The server's answer, and its cost.
export function Answer({ outcome }: { readonly outcome: Outcome }) {
  const [chosen, choose] = useParameter("answer");
  const found = useMemo(() => itemsOf(outcome), [outcome]);
  const count = found.reduce((sum, { items }) => sum + items.length, 0);
  const isReading = isRead(outcome.request.operation);
  const form: Form = chosen === "json" ? "json" : "rows";
  return (
    <div className={style.answer}>
      <Explained outcome={outcome} />
      <div className={style.bar}>
        <p role="status">
          {isReading || count > 0 ? plural(count, "item") : "Done"} in {outcome.milliseconds.toFixed(outcome.milliseconds < 10 ? 1 : 0)} ms
          {outcome.isMetered ? "" : ", unmetered"}
        </p>
        <Choice<Form> label="Show the answer as" hideLabel value={form} choices={FORMS} onChange={(next) => choose(next === "rows" ? "" : next)} />
      </div>
      {form === "json" && <AnswerJson outcome={outcome} />}
      {form === "rows" && isReading && count === 0 && <p className={style.quiet}>The answer holds no items.</p>}
      {form === "rows" && found.map(({ table, items }) => items.length > 0 && <AnswerItems key={table} {...{ table, items }} />)}
    </div>
  );
}

function AnswerJson({ outcome }: { readonly outcome: Outcome }) {
  const text = useMemo(() => textOfInput(outcome.answer), [outcome]);
  return <CodeBlock label="Answer" text={text} />;
}
