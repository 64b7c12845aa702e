import { clockChanges } from "../../data/clock_changes";
import { clockText } from "../../shared/clock_text";
import { useStore } from "../../shared/use_store";
import style from "./forms.module.css";

const SHOWN = 5;

// The last turns that this page has seen, by whomever they were made.
export function ChangeList() {
  const changes = useStore(clockChanges).slice(-SHOWN).reverse();
  if (changes.length === 0) return null;
  return (
    <section aria-label="Changes of the clock" className={style.changes}>
      <h3>Changes while this page was open</h3>
      <ul>
        {changes.map((change, at) => (
          <li key={at}>
            {clockText(new Date(change.to * 1000))}: {change.text}
          </li>
        ))}
      </ul>
    </section>
  );
}
