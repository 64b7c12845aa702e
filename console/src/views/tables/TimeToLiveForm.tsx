import { useState } from "react";

import type { TableDescription } from "../../data/requests/table_shapes";
import { setTimeToLive } from "../../data/requests/tables";
import { TextField } from "../../shared/parts/TextField";
import { SettingForm } from "../../shared/table_forms/Setting";
import { Text } from "../../shared/parts/Text";

export function TimeToLiveForm(properties: {
  readonly table: TableDescription;
  readonly attribute: string; // empty: off
  readonly close: () => void;
}) {
  const { table, attribute, close } = properties;
  const [wanted, setWanted] = useState("");
  if (attribute !== "") {
    return (
      <SettingForm
        close={close}
        text="Switch off"
        save={(signal) => setTimeToLive(table.TableName, attribute, false, signal)}
      >
        <p>
          Items no longer expire at <code><Text value={attribute} /></code>. To name another attribute, switch off first.
        </p>
      </SettingForm>
    );
  }
  return (
    <SettingForm
      close={close}
      ready={wanted !== ""}
      text="Switch on"
      save={(signal) => setTimeToLive(table.TableName, wanted, true, signal)}
    >
      <TextField
        label="Attribute"
        mono
        value={wanted}
        onChange={setWanted}
        hint="Seconds since 1970. Items whose time has passed are deleted."
      />
    </SettingForm>
  );
}
