import { useEffect, useRef, useState } from "react";

import type { VerifiedPattern, VerifyResult } from "../../data/requests/job_shapes";
import { deleteJob, startJob } from "../../data/requests/jobs";
import type { ModelDescription } from "../../data/requests/model_shapes";
import { plural } from "../../data/values/amounts";
import { isUnderWay, noteJob, useJob } from "../../shared/live/jobs";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Progress } from "../../shared/parts/Progress";
import { Text } from "../../shared/parts/Text";
import { useAction } from "../../shared/use_action";
import { LineButton } from "./LineButton";
import type { GoTo } from "./ModelPanels";
import style from "./Panel.module.css";

const QUICK_SECONDS = 1; // a verification that took less runs again by itself
const PAUSE_MS = 600;

// Runs every pattern on awkward data, as real requests, and shows the arguments that fail.
export function VerifyPanel({ text, model, goTo }: { readonly text: string; readonly model: ModelDescription; readonly goTo: GoTo }) {
  const [run, setRun] = useState({ id: "", text: "" });
  const { data: job, error } = useJob<VerifyResult>(run.id);
  const start = useAction(async (signal) => {
    const made = await startJob({ kind: "verify", model: text }, signal);
    noteJob(made);
    if (run.id !== "") void deleteJob(run.id).catch(() => undefined); // nobody asks for it again
    setRun({ id: made.id, text });
  });
  useQuickRuns(text, run, job?.state === "done" ? job.seconds : undefined, start.run);
  const isStale = run.id !== "" && run.text !== text;
  return (
    <div className={style.panel}>
      <div className={style.switches}>
        <Button kind="primary" disabled={start.running || isUnderWay(job)} onClick={start.run}>
          Verify
        </Button>
        {isUnderWay(job) && <Button onClick={() => void deleteJob(run.id).then(() => setRun({ id: "", text: "" }))}>Stop</Button>}
      </div>
      {isUnderWay(job) && <Progress label={job?.step || "Waiting for a thread"} done={job?.progress ?? 0} of={1} />}
      <ErrorNote error={start.error ?? (run.id === "" || error === null ? undefined : error)} />
      {run.id === "" && <p className={style.quiet}>Every pattern runs on awkward data in a database of its own, and its answers are compared with what the pattern means.</p>}
      {job?.state === "failed" && <p role="alert">{job.message}</p>}
      {isStale && <p className={style.stale}>The model has changed since this run.</p>}
      {job?.result !== undefined && <Result result={job.result} model={model} goTo={goTo} />}
    </div>
  );
}

// Runs at once where nothing is known, and after a change while the last run was quick.
function useQuickRuns(text: string, run: { readonly id: string; readonly text: string }, seconds: number | undefined, start: () => void): void {
  const latest = useRef(start);
  latest.current = start;
  const isQuick = run.id === "" || (seconds !== undefined && seconds < QUICK_SECONDS);
  useEffect(() => {
    if (!isQuick || text === "" || run.text === text) return;
    const timer = setTimeout(() => latest.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, run.text, isQuick]);
}

function Result({ result, model, goTo }: { readonly result: VerifyResult; readonly model: ModelDescription; readonly goTo: GoTo }) {
  const failed = result.patterns.filter(({ status }) => status === "failed").length;
  return (
    <>
      <p role="status" className={style.total}>
        {result.passed ? "Every pattern does what it says." : `${plural(failed, "pattern")} of ${result.patterns.length} fail.`}
      </p>
      {result.dataFaults.map((fault) => (
        <p key={fault} className={style.stale}>
          <Text value={fault} />
        </p>
      ))}
      <ul className={style.list}>
        {result.patterns.map((pattern) => (
          <Verified key={pattern.id} pattern={pattern} line={model.patterns.find(({ id }) => id === pattern.id)?.line ?? 1} goTo={goTo} />
        ))}
      </ul>
      <p className={style.quiet}>
        {plural(result.instances, "instance")} of data, seed {result.seed}, {result.seconds.toFixed(2)} s.
      </p>
    </>
  );
}

const TONES = { passed: "good", failed: "error", skipped: "warning" } as const;

function Verified({ pattern, line, goTo }: { readonly pattern: VerifiedPattern; readonly line: number; readonly goTo: GoTo }) {
  return (
    <li className={`${style.entry} ${style[TONES[pattern.status]]}`}>
      <div className={style.head}>
        <strong>
          <LineButton line={line} goTo={goTo}>
            <Text value={pattern.id} />
          </LineButton>
        </strong>
        <span>
          {pattern.status}
          {pattern.status === "skipped" ? "" : `, ${plural(pattern.runs, "run")}`}
          {pattern.failures > 0 && `, ${plural(pattern.failures, "failure")}`}
        </span>
        {pattern.whySkipped !== undefined && <Text value={pattern.whySkipped} />}
      </div>
      {pattern.examples.map((example, at) => (
        <div key={at}>
          <p className={style.request}>
            <Text value={example.arguments} />
          </p>
          <p>
            <Text value={example.message} />
          </p>
        </div>
      ))}
    </li>
  );
}
