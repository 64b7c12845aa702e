import { useState } from "react";

import type { TableDescription, Tag } from "../../data/requests/table_shapes";
import { changeTags } from "../../data/requests/tables";
import { SettingForm } from "../../shared/table_forms/Setting";
import { TagList } from "./TagList";

export function TagsForm(properties: {
  readonly table: TableDescription;
  readonly tags: readonly Tag[];
  readonly close: () => void;
}) {
  const { table, tags, close } = properties;
  const [wanted, setWanted] = useState(tags);
  const keys = wanted.map((tag) => tag.Key);
  const ready = !keys.includes("") && new Set(keys).size === keys.length;
  return (
    <SettingForm close={close} ready={ready} save={(signal) => changeTags(table.TableArn, tags, wanted, signal)}>
      <TagList tags={wanted} onChange={setWanted} />
    </SettingForm>
  );
}
