import { visible } from "../../data/values/visible";
import style from "./CodeBlock.module.css";
import { CopyButton } from "./CopyButton";

export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  const shown = text.split("\n").map(visible).join("\n");
  return (
    <div className={style.block}>
      <pre tabIndex={0} role="region" aria-label={label} className={style.code}>
        {shown}
      </pre>
      <div className={style.copy}>
        <CopyButton text={text} />
      </div>
    </div>
  );
}
