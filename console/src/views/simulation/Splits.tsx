import type { SimulationResult } from "../../data/requests/job_shapes";
import { Text } from "../../shared/parts/Text";
import { FactTable } from "./FactTable";
import { clockText } from "./times";

export function Splits({ result }: { readonly result: SimulationResult }) {
  return (
    <FactTable
      title="Splits"
      rows={result.splits}
      total={result.splitsTotal}
      none="No partition was split."
      columns={[
        { title: "Time", cell: ({ second }) => clockText(second) },
        { title: "Table or index", cell: ({ resource }) => <Text value={resource} /> },
        { title: "Reason", cell: ({ why }) => why },
        { title: "Where", cell: ({ where }) => <Text value={where} /> },
        { title: "Partition", number: true, cell: ({ partition, into }) => `${partition} → ${into.join(", ")}` },
      ]}
    />
  );
}
