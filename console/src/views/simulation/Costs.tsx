import type { SimulatedAccess, SimulatedResource } from "../../data/requests/simulation_shapes";
import type { SimulationResult } from "../../data/requests/job_shapes";
import { countText, dollarsText, rateText } from "../../data/values/amounts";
import { Text } from "../../shared/parts/Text";
import { FactTable } from "./FactTable";

interface Line {
  readonly resource: SimulatedResource;
  readonly what: string;
  readonly access?: SimulatedAccess; // absent: storage
  readonly dollars: number;
}

const linesOf = (resource: SimulatedResource): Line[] => [
  { resource, what: "reads", access: resource.reads, dollars: resource.reads.dollars },
  { resource, what: "writes", access: resource.writes, dollars: resource.writes.dollars },
  { resource, what: "storage", dollars: resource.storageDollars },
];

export function Costs({ result }: { readonly result: SimulationResult }) {
  return (
    <FactTable
      title={`Cost of the simulated time (${result.prices})`}
      rows={result.resources.flatMap(linesOf)}
      none="The model has no tables."
      columns={[
        { title: "Table or index", cell: ({ resource }) => <Text value={resource.name} /> },
        { title: "For", cell: ({ what }) => what },
        { title: "Units/s at the end", number: true, cell: ({ resource, access }) => access && capacityText(resource, access) },
        { title: "Asked at peak", number: true, cell: ({ access }) => access && rateText(access.peakAskedPerSecond) },
        { title: "Units used", number: true, cell: ({ access }) => access && countText(access.units) },
        { title: "Partitions", number: true, cell: ({ resource, what }) => what === "reads" && partitionsText(resource) },
        { title: "Cost", number: true, cell: ({ dollars }) => dollarsText(dollars) },
      ]}
    />
  );
}

const capacityText = ({ onDemand }: SimulatedResource, { provisioned }: SimulatedAccess): string =>
  onDemand ? "on-demand" : countText(provisioned);

const partitionsText = ({ partitionsFirst, partitionsLast }: SimulatedResource): string =>
  partitionsFirst === partitionsLast ? countText(partitionsLast) : `${countText(partitionsFirst)} → ${countText(partitionsLast)}`;
