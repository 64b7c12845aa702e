import { useState } from "react";

import { type BytesForm, bytesToText, textToBytes } from "../../../data/editing/bytes_text";
import type { TreeNode } from "../../../data/editing/tree";
import { bytesText } from "../../../data/values/amounts";
import { ITEM_BYTES_MAX } from "../../../data/values/size";
import { Button } from "../../../shared/parts/Button";
import { SelectField } from "../../../shared/parts/SelectField";
import { TextAreaField } from "../../../shared/parts/TextAreaField";
import { saveBlob } from "../../../shared/save_blob";
import style from "./Tree.module.css";

const FORMS = [
  ["base64", "base64"],
  ["hex", "hex"],
] as const satisfies readonly (readonly [BytesForm, string])[];

// Bytes as base64 or hex, or from a file.
export function BytesField(properties: {
  readonly node: TreeNode;
  readonly label: string;
  readonly problem: string;
  readonly always: boolean;
  readonly locked: boolean;
  readonly change: (next: (node: TreeNode) => TreeNode) => void;
}) {
  const { node, label, problem, always, locked, change } = properties;
  const [refused, setRefused] = useState("");
  const bytes = textToBytes(node.text, node.form);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > ITEM_BYTES_MAX) return setRefused(`The file has ${bytesText(file.size)}. An item holds ${bytesText(ITEM_BYTES_MAX)}.`);
    try {
      const read = new Uint8Array(await file.arrayBuffer());
      setRefused("");
      change((now) => ({ ...now, text: bytesToText(read, now.form) }));
    } catch {
      setRefused("The browser could not read the file.");
    }
  };
  return (
    <div className={style.bytes}>
      <TextAreaField
        label={`Value of ${label}`}
        hideLabel
        mono
        readOnly={locked}
        value={node.text}
        error={problem || (bytes === undefined ? `This is not ${node.form}.` : "")}
        always={always}
        hint={bytes === undefined ? undefined : bytesText(bytes.length)}
        onChange={(text) => change((now) => ({ ...now, text }))}
      />
      <div className={style.bytesTools}>
        <SelectField
          label={`Digits of ${label}`}
          hideLabel
          value={node.form}
          choices={FORMS}
          onChange={(form) => change((now) => inForm(now, form))}
        />
        {!locked && (
          <label className={style.file}>
            <span>Read a file</span>
            <input
              type="file"
              aria-label={`Read a file: ${label}`}
              onChange={(event) => {
                void take(event.target.files?.[0]);
                event.target.value = "";
              }}
            />
          </label>
        )}
        {bytes !== undefined && bytes.length > 0 && (
          <Button kind="quiet" aria-label={`Save as a file: ${label}`} onClick={() => saveBlob(new Blob([new Uint8Array(bytes)]), "value.bin")}>
            Save as a file
          </Button>
        )}
      </div>
      {refused !== "" && (
        <p role="alert" className={style.problem}>
          {refused}
        </p>
      )}
    </div>
  );
}

// A text that is no bytes yet stays as it is.
function inForm(node: TreeNode, form: BytesForm): TreeNode {
  const bytes = textToBytes(node.text, node.form);
  return { ...node, form, text: bytes === undefined ? node.text : bytesToText(bytes, form) };
}
