import type { BillTerms } from "../../data/requests/bill";
import { useParameter } from "../../shared/address";

// The terms of the bill in the address. A text of noise counts as none.

export const PERIODS = [
  ["", "As counted"],
  ["1h", "1 hour"],
  ["24h", "24 hours"],
  ["7d", "7 days"],
  ["31d", "31 days"],
] as const;

export const periodProblem = (text: string): string =>
  text === "" || /^(\d+[wdhm])+$/.test(text) ? "" : "A duration from 1m to 31d, such as 90m or 24h";

export const utilizationProblem = (text: string): string =>
  text === "" || (/^\d+(\.\d+)?$/.test(text) && Number(text) >= 1 && Number(text) <= 100) ? "" : "From 1 to 100 %";

export function useTerms(): BillTerms {
  const [period] = useParameter("period");
  const [utilization] = useParameter("utilization");
  const [table] = useParameter("table");
  return {
    period: periodProblem(period) === "" ? period : "",
    utilization: utilizationProblem(utilization) === "" ? utilization : "",
    table,
  };
}
