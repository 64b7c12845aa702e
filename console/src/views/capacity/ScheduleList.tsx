import { useState } from "react";

import type { Access } from "../../data/requests/heat_shapes";
import { deleteSchedule, putSchedule, type ScheduledAction, type Scaling, type ScalingPlace } from "../../data/requests/scaling";
import { refreshCapacity } from "../../shared/live/capacity_queries";
import { Button } from "../../shared/parts/Button";
import { Choice } from "../../shared/parts/Choice";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { RunButton } from "../../shared/parts/RunButton";
import { Text } from "../../shared/parts/Text";
import { TextField } from "../../shared/parts/TextField";
import { useAction } from "../../shared/use_action";
import { useParameter } from "../../shared/address";
import style from "./lists.module.css";
import { EMPTY_SCHEDULE, type ScheduleDraft, scheduleOf, scheduleProblem } from "./tracking_draft";

const ACCESSES = [
  ["write", "Writes"],
  ["read", "Reads"],
] as const;

const accessOf = ({ ScalableDimension }: ScheduledAction): Access => (ScalableDimension.includes(":Read") ? "read" : "write");

// Scheduled actions set the bounds of scaling at a time.
export function ScheduleList({ place, scaling }: { readonly place: ScalingPlace; readonly scaling: Scaling }) {
  const [edited, edit] = useParameter("scale");
  const remove = useAction(async (signal, action: ScheduledAction) => {
    await deleteSchedule(place, accessOf(action), action.ScheduledActionName, signal);
    await refreshCapacity();
  });
  return (
    <>
      <h3>Schedules</h3>
      {scaling.schedules.length === 0 && <p className={style.none}>No schedule changes the bounds of scaling.</p>}
      <ul>
        {scaling.schedules.map((action) => (
          <li key={`${action.ScalableDimension} ${action.ScheduledActionName}`} className={style.row}>
            <Text value={action.ScheduledActionName} />
            <code>
              <Text value={action.Schedule} />
            </code>
            <span>{scheduleText(action)}</span>
            <Button aria-label={`Delete schedule ${action.ScheduledActionName}`} onClick={() => remove.run(action)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNote error={remove.error} />
      <div>
        <Button disabled={scaling.targets.length === 0} onClick={() => edit(edited === "schedule" ? "" : "schedule")}>
          {edited === "schedule" ? "Cancel" : "Add a schedule"}
        </Button>
      </div>
      {edited === "schedule" && <ScheduleForm place={place} close={() => edit("")} />}
    </>
  );
}

function scheduleText(action: ScheduledAction): string {
  const { MinCapacity, MaxCapacity } = action.ScalableTargetAction;
  const zone = action.Timezone === undefined ? "UTC" : action.Timezone;
  return `${accessOf(action)}s from ${MinCapacity ?? "as before"} to ${MaxCapacity ?? "as before"} units, ${zone}`;
}

function ScheduleForm({ place, close }: { readonly place: ScalingPlace; readonly close: () => void }) {
  const [access, setAccess] = useState<Access>("write");
  const [draft, setDraft] = useState<ScheduleDraft>(EMPTY_SCHEDULE);
  const wanted = scheduleOf(draft);
  const save = useAction(async (signal) => {
    if (wanted === undefined) return;
    await putSchedule(place, access, wanted, signal);
    await refreshCapacity();
    close();
  });
  const field = (name: keyof ScheduleDraft, label: string, width: string | undefined, error = "") => (
    <div className={width}>
      <TextField label={label} value={draft[name]} error={error} onChange={(text) => setDraft({ ...draft, [name]: text })} />
    </div>
  );
  return (
    <form
      className={style.form}
      aria-label="A schedule"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== undefined) save.run();
      }}
    >
      <Choice label="Of" value={access} choices={ACCESSES} onChange={setAccess} />
      {field("name", "Name", style.number)}
      {field("schedule", "When", style.wide, scheduleProblem(draft.schedule))}
      {field("zone", "Time zone, UTC if empty", style.number)}
      {field("min", "Smallest units", style.number)}
      {field("max", "Largest units", style.number)}
      <div className={style.full}>
        <ErrorNote error={save.error} />
      </div>
      <RunButton action={save} text="Save" runningText="Saving…" disabled={wanted === undefined} />
    </form>
  );
}
