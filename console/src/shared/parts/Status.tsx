import style from "./Status.module.css";

type Tone = "good" | "warn" | "bad" | "quiet";

// A state in words, with a dot in its colour. The words alone carry the meaning.
export function Status({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return (
    <span className={style.status}>
      <span aria-hidden className={`${style.dot} ${style[tone]}`} />
      {text}
    </span>
  );
}
