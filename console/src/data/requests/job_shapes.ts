// Work that the server does in the background: POST /_stator/jobs starts it, GET /_stator/jobs/ID
// answers how far it is and then its result, DELETE /_stator/jobs/ID stops and forgets it.

export type JobKind = "verify" | "simulate" | "infer";

// The body of POST /_stator/jobs. Options are those of the command line. The answer is a Job.
export type JobRequest =
  | { readonly kind: "verify"; readonly model: string; readonly options?: VerifyOptions }
  | { readonly kind: "simulate"; readonly model: string; readonly options?: SimulateOptions }
  | { readonly kind: "infer"; readonly table: string; readonly options?: InferOptions };

export interface VerifyOptions {
  readonly seed?: number; // absent: the model's
}

export interface SimulateOptions {
  readonly hours?: number; // 24
  readonly profile?: "even" | "diurnal" | "spike"; // diurnal
  readonly profileTable?: string; // the text of a table of times and factors, instead of `profile`
  readonly capacity?: string; // "on-demand", or read and write units: "500,100"; absent: the model's
  readonly scaling?: string; // target in percent, minimum, maximum: "70,5,4000"; absent: the model's
  readonly attempts?: number; // 4
  readonly prices?: string; // the name of built-in prices
  readonly seed?: number; // 1
}

export interface InferOptions {
  readonly sample?: number; // items to read at most: 1,000
}

// "failed" also stands for a job that took too long or whose result is too large; `message` says so.
export type JobState = "queued" | "running" | "done" | "failed";

export interface JobSummary {
  readonly id: string;
  readonly kind: JobKind;
  readonly name: string; // of the model or of the table
  readonly state: JobState;
  readonly step: string; // what the job does now: "03:20 of 1d"; empty while it waits
  readonly progress: number; // from 0 to 1
  readonly seconds: number; // it has run for
  readonly created: string; // machine time: "2026-11-19T20:30:00Z"
  readonly message?: string; // why it failed
}

// A job whose result is too old is forgotten: 404. So is every job when the server restarts.
export interface Job<Result = unknown> extends JobSummary {
  readonly result?: Result; // once it is done
}

export interface JobList {
  readonly jobs: readonly JobSummary[]; // the newest first
}

// --- verify: the JSON of `stator model verify --json` ---

export interface VerifyResult {
  readonly file: string;
  readonly model: string;
  readonly seed: string;
  readonly instances: number;
  readonly seconds: number;
  readonly passed: boolean;
  readonly dataFaults: readonly string[];
  readonly patterns: readonly VerifiedPattern[];
}

export interface VerifiedPattern {
  readonly id: string;
  readonly text: string;
  readonly request: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly whySkipped?: string;
  readonly runs: number;
  readonly requests: number; // of one run at most, as are the following
  readonly items: number;
  readonly writeUnits?: number; // of a write
  readonly readUnits?: number; // of a read
  readonly unitsItems: number;
  readonly seconds: number;
  readonly failures: number;
  readonly examples: readonly { readonly arguments: string; readonly message: string }[];
}

// --- infer ---

export interface InferResult {
  readonly text: string; // the proposed model; its remarks are comments at the top
  readonly remarks: readonly string[];
}

export type { SimulationResult } from "./simulation_shapes";
