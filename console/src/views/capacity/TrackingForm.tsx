import { useState } from "react";

import type { Access } from "../../data/requests/heat_shapes";
import { type ScalableTarget, type ScalingPolicy, setTracking } from "../../data/requests/scaling";
import type { TableDescription } from "../../data/requests/table_shapes";
import { refreshCapacity } from "../../shared/live/capacity_queries";
import { Checkbox } from "../../shared/parts/Checkbox";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { RunButton } from "../../shared/parts/RunButton";
import { TextField } from "../../shared/parts/TextField";
import { useAction } from "../../shared/use_action";
import { provisionedOf } from "./levels";
import style from "./lists.module.css";
import { maxProblem, percentProblem, secondsProblem, trackingDraft, trackingOf, unitsProblem } from "./tracking_draft";

// The bounds of scaling and the share of the units that it aims at.
export function TrackingForm(properties: {
  readonly table: TableDescription;
  readonly index: string | undefined;
  readonly access: Access;
  readonly target: ScalableTarget | undefined;
  readonly policy: ScalingPolicy | undefined;
  readonly close: () => void;
}) {
  const { table, index, access, target, policy, close } = properties;
  const units = provisionedOf(table, index);
  const [draft, setDraft] = useState(() =>
    trackingDraft(target, policy, (access === "read" ? units?.ReadCapacityUnits : units?.WriteCapacityUnits) ?? 1),
  );
  const wanted = trackingOf(draft);
  const save = useAction(async (signal) => {
    if (wanted === undefined) return;
    await setTracking({ table: table.TableName, index }, access, wanted, policy?.PolicyName, signal);
    await refreshCapacity();
    close();
  });
  const field = (name: "min" | "max" | "percent" | "outCooldown" | "inCooldown", label: string, problem: string) => (
    <div className={style.number}>
      <TextField label={label} inputMode="numeric" value={draft[name]} error={problem} onChange={(text) => setDraft({ ...draft, [name]: text })} />
    </div>
  );
  return (
    <form
      className={style.form}
      aria-label={`Scaling of ${access}s`}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== undefined) save.run();
      }}
    >
      {field("min", "Smallest units", unitsProblem(draft.min))}
      {field("max", "Largest units", maxProblem(draft.min, draft.max))}
      {field("percent", "Target, % used", percentProblem(draft.percent))}
      {field("outCooldown", "Pause after out, s", secondsProblem(draft.outCooldown))}
      {field("inCooldown", "Pause after in, s", secondsProblem(draft.inCooldown))}
      <div className={style.full}>
        <Checkbox checked={draft.neverIn} onChange={(neverIn) => setDraft({ ...draft, neverIn })}>
          Never scale in
        </Checkbox>
      </div>
      <div className={style.full}>
        <ErrorNote error={save.error} />
      </div>
      <RunButton action={save} text="Save" runningText="Saving…" disabled={wanted === undefined} />
    </form>
  );
}
