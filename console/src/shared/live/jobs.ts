import { useQuery } from "@tanstack/react-query";

import type { Job, JobSummary } from "../../data/requests/job_shapes";
import { listJobs, readJob } from "../../data/requests/jobs";
import { queryClient } from "./queries";

const RUNNING_EVERY = 400;
const LIST_EVERY = 15_000;

export const isUnderWay = (job: JobSummary | undefined): boolean =>
  job?.state === "queued" || job?.state === "running";

// A job of the server: its progress while it runs, and then its result, which never changes.
export const useJob = <Result>(id: string) =>
  useQuery({
    queryKey: ["job", id],
    queryFn: ({ signal }) => readJob<Result>(id, signal),
    enabled: id !== "",
    refetchInterval: (query) => (query.state.status === "error" || !isUnderWay(query.state.data) ? false : RUNNING_EVERY),
    refetchOnWindowFocus: (query) => isUnderWay(query.state.data),
    staleTime: (query) => (isUnderWay(query.state.data) ? 0 : Infinity),
  });

export const useJobs = () =>
  useQuery({ queryKey: ["jobs"], queryFn: ({ signal }) => listJobs(signal), refetchInterval: LIST_EVERY });

// Shows a job that this page has just started, and lists it.
export function noteJob(job: Job): void {
  queryClient.setQueryData(["job", job.id], job);
  void queryClient.invalidateQueries({ queryKey: ["jobs"] });
}

export function forgetJob(id: string): void {
  queryClient.removeQueries({ queryKey: ["job", id] });
  void queryClient.invalidateQueries({ queryKey: ["jobs"] });
}
