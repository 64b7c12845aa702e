import { useEffect, useRef, useState } from "react";

import type { InferResult } from "../../data/requests/job_shapes";
import { deleteJob, startJob } from "../../data/requests/jobs";
import { Failure } from "../../data/requests/failure";
import { isUnderWay, noteJob, useJob } from "../../shared/live/jobs";
import { useTables } from "../../shared/live/queries";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Progress } from "../../shared/parts/Progress";
import { SelectField } from "../../shared/parts/SelectField";
import { useAction } from "../../shared/use_action";
import style from "./OpenDialog.module.css";

// Proposes a model of a table, from some of its items.
export function InferFromTable({ take }: { readonly take: (text: string) => void }) {
  const { data: tables = [] } = useTables();
  const [chosen, choose] = useState("");
  const [id, setId] = useState("");
  const { data: job, error } = useJob<InferResult>(id);
  const start = useAction(async (signal) => {
    const made = await startJob({ kind: "infer", table: chosen || tables[0]!.TableName }, signal);
    noteJob(made);
    setId(made.id);
  });
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (job?.result !== undefined) latest.current(job.result.text);
  }, [job?.result]);
  if (tables.length === 0) return null;
  const failed = job?.state === "failed" ? new Failure("InferFailed", job.message ?? "The job failed.", 0, "") : undefined;
  return (
    <section className={style.part}>
      <h3>A table</h3>
      <div className={style.infer}>
        <SelectField
          label="Infer a model from"
          value={chosen || tables[0]!.TableName}
          choices={tables.map(({ TableName }) => [TableName, TableName] as const)}
          onChange={choose}
        />
        <Button disabled={start.running || isUnderWay(job)} onClick={start.run}>
          Infer
        </Button>
        {isUnderWay(job) && <Button onClick={() => void deleteJob(id).then(() => setId(""))}>Stop</Button>}
      </div>
      {isUnderWay(job) && <Progress label={job?.step || "Waiting for a thread"} done={job?.progress ?? 0} of={1} />}
      <ErrorNote error={start.error ?? failed ?? (error === null ? undefined : error)} />
    </section>
  );
}
