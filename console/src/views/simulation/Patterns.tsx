import { Link } from "wouter";

import type { SimulationResult } from "../../data/requests/job_shapes";
import { countText } from "../../data/values/amounts";
import { visible } from "../../data/values/visible";
import { useDescribedModel } from "../../shared/live/model";
import { modelAddress } from "../../shared/view_addresses";
import { FactTable } from "./FactTable";
import { placesIn } from "./model_places";

export function Patterns({ result }: { readonly result: SimulationResult }) {
  const places = placesIn(useDescribedModel(), result);
  return (
    <FactTable
      title="Patterns"
      rows={result.patterns}
      none="The model has no patterns, so there was no traffic."
      columns={[
        {
          title: "Pattern",
          cell: ({ id, streamConsumer }) => (
            <>
              {places.hasPattern(id) ? <Link href={modelAddress({ pattern: id })}>{visible(id)}</Link> : visible(id)}
              {streamConsumer ? " (stream)" : ""}
            </>
          ),
        },
        { title: "Requests", number: true, cell: ({ requests }) => countText(requests) },
        { title: "Throttled", number: true, cell: ({ throttled }) => countText(throttled) },
        { title: "Retries", number: true, cell: ({ retries }) => countText(retries) },
        { title: "Failed", number: true, cell: ({ failed }) => countText(failed) },
      ]}
    />
  );
}
