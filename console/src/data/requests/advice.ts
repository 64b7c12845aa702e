import { admin } from "./services";

// A request shape that wastes units (docs/operating.md). Expressions have placeholders, no values.
export interface AdviceLine {
  readonly operation: string;
  readonly table: string;
  readonly index?: string;
  readonly keyCondition?: string;
  readonly filter?: string;
  readonly projection?: string;
  readonly pages: number;
  readonly itemsExamined: number;
  readonly itemsReturned: number;
  readonly units: number;
  readonly finding: string;
  readonly advice: string;
}

export async function readAdvice(signal?: AbortSignal): Promise<readonly AdviceLine[]> {
  const { advice } = await admin<{ advice: readonly AdviceLine[] }>("advice", signal);
  return advice;
}
