import type { SimulateOptions } from "../../data/requests/job_shapes";

// The inputs of a simulation, as its form and the address hold them.
export interface Inputs {
  readonly profile: string; // even, diurnal, spike or table
  readonly times: string; // the table of times
  readonly hours: string;
  readonly capacity: string; // empty: the model's; on-demand; provisioned
  readonly reads: string;
  readonly writes: string;
  readonly scaling: string; // empty: the model's; target
  readonly target: string;
  readonly least: string;
  readonly most: string;
  readonly attempts: string;
  readonly seed: string;
}

export const DEFAULTS: Inputs = {
  profile: "diurnal",
  times: "time,factor\n0,0.3\n7h,1\n9h30m,2.5\n18h,1\n",
  hours: "24",
  capacity: "",
  reads: "500",
  writes: "500",
  scaling: "",
  target: "70",
  least: "5",
  most: "4000",
  attempts: "4",
  seed: "1",
};

export type InputName = keyof Inputs;
export const INPUT_NAMES = Object.keys(DEFAULTS) as InputName[];

const HOURS_MAX = 744;
const ATTEMPTS_MAX = 20;
const UNITS_MAX = 1e12;
const TARGET = { min: 20, max: 90 };

// Reads the inputs from the members of an address.
export const inputsOf = (query: string): Inputs => {
  const given = new URLSearchParams(query);
  return Object.fromEntries(INPUT_NAMES.map((name) => [name, given.get(name) ?? DEFAULTS[name]])) as unknown as Inputs;
};

// The problem of each field, in a sentence.
export function problemsOf(inputs: Inputs): { readonly [Name in InputName]?: string } {
  const problems: { [Name in InputName]?: string } = {};
  const hours = Number(inputs.hours);
  if (!(inputs.hours.trim() !== "" && hours * 3600 >= 1 && hours <= HOURS_MAX)) {
    problems.hours = `Hours are more than a second and at most ${HOURS_MAX}.`;
  }
  const attempts = wholeIn(inputs.attempts, 1, ATTEMPTS_MAX);
  if (!attempts) problems.attempts = `Attempts are a whole number from 1 to ${ATTEMPTS_MAX}.`;
  if (!wholeIn(inputs.seed, 0, Number.MAX_SAFE_INTEGER)) problems.seed = "A seed is a whole number from 0.";
  if (inputs.profile === "table" && inputs.times.trim() === "") problems.times = "Enter a table of times and factors.";
  if (inputs.capacity === "provisioned") {
    for (const name of ["reads", "writes"] as const) {
      if (!wholeIn(inputs[name], 1, UNITS_MAX)) problems[name] = "Units are a whole number from 1.";
    }
  }
  if (inputs.scaling === "target") addScalingProblems(inputs, problems);
  return problems;
}

function addScalingProblems(inputs: Inputs, problems: { [Name in InputName]?: string }): void {
  if (!wholeIn(inputs.target, TARGET.min, TARGET.max)) {
    problems.target = `A target is a whole number from ${TARGET.min} to ${TARGET.max}.`;
  }
  for (const name of ["least", "most"] as const) {
    if (!wholeIn(inputs[name], 1, UNITS_MAX)) problems[name] = "Units are a whole number from 1.";
  }
  if (Number(inputs.most) < Number(inputs.least)) problems.most = "The maximum is at least the minimum.";
  if (inputs.capacity === "on-demand") problems.target = "On-demand capacity is not scaled.";
}

const wholeIn = (text: string, min: number, max: number): boolean =>
  /^\d{1,16}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;

// The options of the job. REQUIRES: no problems.
export function optionsOf(inputs: Inputs): SimulateOptions {
  const { profile, capacity, scaling } = inputs;
  return {
    hours: Number(inputs.hours),
    attempts: Number(inputs.attempts),
    seed: Number(inputs.seed),
    ...(profile === "table" ? { profileTable: inputs.times } : { profile: profile as "even" | "diurnal" | "spike" }),
    ...(capacity === "on-demand" && { capacity }),
    ...(capacity === "provisioned" && { capacity: `${inputs.reads.trim()},${inputs.writes.trim()}` }),
    ...(scaling === "target" && { scaling: [inputs.target, inputs.least, inputs.most].map((text) => text.trim()).join(",") }),
  };
}
