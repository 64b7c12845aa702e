import { Link } from "wouter";

import type { SimulationResult } from "../../data/requests/job_shapes";
import { countText, rateText } from "../../data/values/amounts";
import { useDescribedModel } from "../../shared/live/model";
import { Text } from "../../shared/parts/Text";
import { modelAddress } from "../../shared/view_addresses";
import { FactTable } from "./FactTable";
import { BOUNDS } from "./heat_of";
import { placesIn } from "./model_places";

export function BusiestKeys({ result }: { readonly result: SimulationResult }) {
  const places = placesIn(useDescribedModel(), result);
  return (
    <FactTable
      title="Busiest keys"
      rows={result.busiestKeys}
      none="No key has a share of the traffic that stands out."
      columns={[
        { title: "Key", cell: ({ key, resource }) => <KeyText text={key} line={places.lineOfKey(resource, key)} /> },
        { title: "Table or index", cell: ({ resource }) => <Text value={resource} /> },
        { title: "Requests", cell: ({ access }) => (access === "read" ? "reads" : "writes") },
        { title: "Units/s at peak", number: true, cell: ({ peakUnitsPerSecond }) => rateText(peakUnitsPerSecond) },
        {
          title: "Of the bound",
          number: true,
          cell: ({ peakUnitsPerSecond, access }) => `${countText((100 * peakUnitsPerSecond) / BOUNDS[access])} %`,
        },
        { title: "Throttled", number: true, cell: ({ throttled }) => countText(throttled) },
      ]}
    />
  );
}

// A key's template, which leads to its entity in the model.
function KeyText({ text, line }: { readonly text: string; readonly line: number | undefined }) {
  const code = (
    <code>
      <Text value={text} />
    </code>
  );
  return line === undefined ? code : <Link href={modelAddress({ line })}>{code}</Link>;
}
