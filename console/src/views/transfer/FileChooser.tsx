import { type DragEvent, useId, useState } from "react";

import style from "./FileChooser.module.css";

// A file from a dialog, or dropped here.
export function FileChooser(properties: { readonly disabled: boolean; readonly onChoose: (file: File) => void }) {
  const { disabled, onChoose } = properties;
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined && !disabled) onChoose(file);
  };
  const over = (event: DragEvent, now: boolean) => {
    event.preventDefault();
    setOver(now && !disabled);
  };
  return (
    <div
      className={`${style.chooser} ${isOver ? style.over : ""}`}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        take(event.dataTransfer.files);
      }}
    >
      <label htmlFor={id}>File to import</label>
      <input
        id={id}
        type="file"
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = ""; // so that the same file can be chosen again
        }}
      />
      <p>Choose a file, or drop one here. It is read in pieces, so it may have any size.</p>
    </div>
  );
}
