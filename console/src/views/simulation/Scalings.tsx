import type { SimulationResult } from "../../data/requests/job_shapes";
import { countText, plural } from "../../data/values/amounts";
import { Text } from "../../shared/parts/Text";
import { FactTable } from "./FactTable";
import style from "./SimulationView.module.css";
import { clockText } from "./times";

// The changes by auto scaling, and those that a day's limit of decreases prevented.
export function Scalings({ result }: { readonly result: SimulationResult }) {
  if (result.scalings.length === 0 && result.decreasesHeld.length === 0) return null;
  return (
    <div>
      <FactTable
        title="Auto scaling"
        rows={result.scalings}
        total={result.scalingsTotal}
        none="Capacity was not changed."
        columns={[
          { title: "Time", cell: ({ second }) => clockText(second) },
          { title: "Table or index", cell: ({ resource }) => <Text value={resource} /> },
          { title: "Requests", cell: ({ access }) => (access === "read" ? "reads" : "writes") },
          { title: "From", number: true, cell: ({ from }) => countText(from) },
          { title: "To", number: true, cell: ({ to }) => countText(to) },
        ]}
      />
      {result.decreasesHeld.map(({ resource, access, minutes }) => (
        <p key={`${resource} ${access}`} className={style.quiet}>
          <Text value={resource} />: the limit of decreases a day held back {access} capacity for {plural(minutes, "minute")}.
        </p>
      ))}
    </div>
  );
}
