import type { SimulationResult } from "../../data/requests/job_shapes";
import { countText } from "../../data/values/amounts";
import { Text } from "../../shared/parts/Text";
import { FactTable } from "./FactTable";
import { clockText } from "./times";

export function Throttles({ result }: { readonly result: SimulationResult }) {
  return (
    <FactTable
      title="Throttles"
      rows={result.throttles}
      none="Nothing was throttled."
      columns={[
        { title: "Table or index", cell: ({ resource }) => <Text value={resource} /> },
        { title: "Reason", cell: ({ reason }) => <code><Text value={reason} /></code> },
        { title: "Attempts", number: true, cell: ({ attempts }) => countText(attempts) },
        { title: "From", number: true, cell: ({ firstSecond }) => clockText(firstSecond) },
        { title: "To", number: true, cell: ({ lastSecond }) => clockText(lastSecond) },
      ]}
    />
  );
}
