import { useEffect } from "react";

import type { JobSummary } from "../../data/requests/job_shapes";
import { useParameter } from "../../shared/address";
import { useJob, useJobs } from "../../shared/live/jobs";
import { SelectField } from "../../shared/parts/SelectField";
import style from "./SimulationView.module.css";

// The runs that the server keeps: one to show, and another one to show beside it.
export function RunChooser() {
  const [run, setRun] = useParameter("run");
  const [beside, setBeside] = useParameter("beside");
  const { data, refetch } = useJobs();
  const shown = useJob(run).data?.state;
  useEffect(() => void refetch(), [shown, refetch]); // the list says which runs are done
  const runs = (data?.jobs ?? []).filter(({ kind }) => kind === "simulate");
  if (runs.length === 0) return null;
  const choices = runs.map((job) => [job.id, labelOf(job)] as const);
  const isKnown = runs.some(({ id }) => id === run);
  const none = run === "" ? "None" : "A run that is forgotten";
  return (
    <div className={style.runs}>
      <SelectField
        label="Run"
        value={run}
        choices={isKnown ? choices : [[run, none], ...choices]}
        onChange={(id) => setRun(id, { replace: false })}
      />
      <SelectField
        label="Beside it"
        value={beside}
        choices={[["", "No other run"], ...choices.filter(([id]) => id !== run)]}
        onChange={(id) => setBeside(id, { replace: false })}
      />
    </div>
  );
}

const labelOf = ({ name, created, state }: JobSummary): string =>
  `${created.slice(11, 19)} ${name === "" ? "simulation" : name}${state === "done" ? "" : ` (${state})`}`;
