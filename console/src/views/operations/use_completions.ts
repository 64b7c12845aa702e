import { useQuery } from "@tanstack/react-query";

import { readUnmetered } from "../../data/requests/services";
import type { TableDescription } from "../../data/requests/table_shapes";
import { fromWireItem } from "../../data/values/dynamodb_json";
import { useDescribedModel } from "../../shared/live/model";
import { useStore } from "../../shared/use_store";
import { type Completions, completionsOf, noteItems, seenValues } from "./completions";

const SAMPLE = 20; // items

// Names and values of a table. Until an answer has shown its items, a few are read unmetered.
export function useCompletions(table: TableDescription | undefined): Completions {
  const name = table?.TableName ?? "";
  const seen = useStore(seenValues).get(name);
  useQuery({
    queryKey: ["sample", name],
    queryFn: async ({ signal }) => {
      const { answer } = await readUnmetered<{ Items?: unknown[] }>("Scan", { TableName: name, Limit: SAMPLE }, signal);
      const items = (answer.Items ?? []).map((one) => fromWireItem(one));
      noteItems(name, items);
      return items.length;
    },
    enabled: name !== "" && table?.TableStatus === "ACTIVE" && seen === undefined,
    staleTime: Infinity,
  });
  return completionsOf(table, seen, useDescribedModel());
}
