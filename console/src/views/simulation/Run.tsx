import type { SimulationResult } from "../../data/requests/job_shapes";
import { deleteJob } from "../../data/requests/jobs";
import { isMissing } from "../../data/requests/failure";
import { useParameter } from "../../shared/address";
import { forgetJob, isUnderWay, useJob } from "../../shared/live/jobs";
import { Button } from "../../shared/parts/Button";
import { Empty } from "../../shared/parts/Empty";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Progress } from "../../shared/parts/Progress";
import { Text } from "../../shared/parts/Text";
import { Waiting } from "../../shared/parts/Waiting";
import { useAction } from "../../shared/use_action";
import { RunResult } from "./RunResult";
import style from "./SimulationView.module.css";

// One run: its progress, its failure, or its result.
export function Run({ id }: { readonly id: string }) {
  const { data: job, error } = useJob<SimulationResult>(id);
  if (isForgotten(error)) return <Forgotten />;
  if (job === undefined) return error === null ? <Waiting label="Reading the run" /> : <ErrorNote error={error} />;
  if (isUnderWay(job)) {
    return <UnderWay id={id} step={job.step} progress={job.progress} waits={job.state === "queued"} />;
  }
  if (job.result !== undefined) return <RunResult result={job.result} />;
  return (
    <div role="alert" className={style.failed}>
      <p>
        <strong>The simulation failed.</strong> <Text value={job.message ?? ""} />
      </p>
    </div>
  );
}

// Forgotten jobs are missing as tables may be.
export const isForgotten = (error: unknown): boolean =>
  isMissing(error) || (error instanceof Error && "status" in error && error.status === 404);

export function Forgotten() {
  return (
    <Empty title="This run is forgotten">
      <p>The server keeps a result for an hour, and not over a restart. The inputs are still above: run it again.</p>
    </Empty>
  );
}

function UnderWay(properties: {
  readonly id: string;
  readonly step: string;
  readonly progress: number;
  readonly waits: boolean;
}) {
  const { id, step, progress, waits } = properties;
  const [, setRun] = useParameter("run");
  const stop = useAction(async (signal) => {
    await deleteJob(id, signal);
    setRun("");
    forgetJob(id);
  });
  const label = waits ? "Waiting for other jobs" : `Simulating: ${step}`;
  return (
    <div className={style.underWay}>
      <Progress label={label} done={Math.round(progress * 1000)} of={waits ? 0 : 1000} />
      <Button onClick={() => stop.run()} disabled={stop.running}>
        Stop
      </Button>
      <ErrorNote error={stop.error} />
    </div>
  );
}
