import type { Job, JobList, JobRequest } from "./job_shapes";
import { admin } from "./services";
import { send } from "./send";

const pathOf = (id: string): string => `/_stator/jobs/${encodeURIComponent(id)}`;

// Starts work in the background. The server keeps its result for an hour.
export async function startJob(request: JobRequest, signal?: AbortSignal): Promise<Job> {
  const body = JSON.stringify(request);
  const { text } = await send({ method: "POST", path: "/_stator/jobs", body, signal });
  return JSON.parse(text) as Job;
}

export const listJobs = async (signal?: AbortSignal): Promise<JobList> => admin("jobs", signal);

export const readJob = <Result>(id: string, signal?: AbortSignal): Promise<Job<Result>> =>
  admin(`jobs/${encodeURIComponent(id)}`, signal);

// Stops a job and forgets it. One that is forgotten already is no failure.
export async function deleteJob(id: string, signal?: AbortSignal): Promise<void> {
  await send({ method: "DELETE", path: pathOf(id), signal, accepted: [404] });
}
