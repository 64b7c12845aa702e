import type { RefusedLines } from "../../data/transfer/refused_lines";
import { countText, plural } from "../../data/values/amounts";
import { Button } from "../../shared/parts/Button";
import { Text } from "../../shared/parts/Text";
import { saveBlob } from "../../shared/save_blob";
import style from "./RefusedNote.module.css";

// The first refused lines, and a file of all of them.
export function RefusedNote({ lines, name }: { readonly lines: RefusedLines; readonly name: string }) {
  if (lines.count() === 0) return null;
  const first = lines.first();
  return (
    <div className={style.refused}>
      <ul>
        {first.map(({ line, reason }, at) => (
          <li key={at}>
            Line {line}: <Text value={reason} />
          </li>
        ))}
        {lines.count() > first.length && <li>And {countText(lines.count() - first.length)} more.</li>}
      </ul>
      <Button onClick={() => saveBlob(lines.file(), `${name}.refused.jsonl`)}>
        Save {plural(lines.kept(), "refused line")}
      </Button>
      {lines.kept() < lines.count() && (
        <p>The file holds the first {countText(lines.kept())} of {countText(lines.count())}: it has at most 64 MB.</p>
      )}
    </div>
  );
}
