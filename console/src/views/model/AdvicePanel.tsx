import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Text } from "../../shared/parts/Text";
import { Waiting } from "../../shared/parts/Waiting";
import style from "./Panel.module.css";
import { useModelAdvice } from "./use_model_answers";

// Whether DynamoDB suits the model, how many tables it needs, and how to pay for them.
export function AdvicePanel({ text }: { readonly text: string }) {
  const { data, error } = useModelAdvice(text, undefined);
  if (data === undefined) return error === null ? <Waiting label="Asking for advice" /> : <ErrorNote error={error} />;
  return (
    <ul className={style.list}>
      {data.advice.map(({ topic, question, answer, close, reasons }) => (
        <li key={topic} className={style.entry}>
          <strong>{question}</strong>
          <p>
            <Text value={answer} />
            {close && " The figures are close to each other."}
          </p>
          <ul>
            {reasons.map((reason) => (
              <li key={reason} className={style.figures}>
                <Text value={reason} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
