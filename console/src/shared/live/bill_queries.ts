import { useQuery } from "@tanstack/react-query";

import { type BillTerms, diffBill, readBillOf } from "../../data/requests/bill";
import type { BillUsage } from "../../data/requests/bill_shapes";

const BILL_EVERY = 15_000;

export const useBillOf = (terms: BillTerms) =>
  useQuery({
    queryKey: ["bill", terms],
    queryFn: ({ signal }) => readBillOf(terms, signal),
    refetchInterval: BILL_EVERY,
    placeholderData: (before) => before,
  });

// `key` names the saved bill.
export const useBillDiff = (before: BillUsage | undefined, key: string, terms: BillTerms, rates: boolean) =>
  useQuery({
    queryKey: ["bill", "diff", key, terms, rates],
    queryFn: ({ signal }) => diffBill(before!, { ...terms, rates }, signal),
    enabled: before !== undefined,
    refetchInterval: BILL_EVERY,
  });
