import type { Tag } from "../../data/requests/table_shapes";
import { Button } from "../../shared/parts/Button";
import { TextField } from "../../shared/parts/TextField";
import style from "./TagList.module.css";

export function TagList(properties: { readonly tags: readonly Tag[]; readonly onChange: (tags: readonly Tag[]) => void }) {
  const { tags, onChange } = properties;
  return (
    <>
      {tags.map((tag, at) => (
        <div key={at} className={style.tag}>
          <TextField
            label={`Key of tag ${at + 1}`}
            value={tag.Key}
            error={tag.Key === "" ? "Give the tag's key." : ""}
            onChange={(Key) => onChange(tags.with(at, { ...tag, Key }))}
          />
          <TextField
            label={`Value of tag ${at + 1}`}
            value={tag.Value}
            onChange={(Value) => onChange(tags.with(at, { ...tag, Value }))}
          />
          <Button kind="quiet" aria-label={`Remove tag ${at + 1}`} onClick={() => onChange(tags.toSpliced(at, 1))}>
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...tags, { Key: "", Value: "" }])}>Add tag</Button>
      </div>
    </>
  );
}
