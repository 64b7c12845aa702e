import type { CapacityMode } from "../../data/requests/heat_shapes";
import { setMode } from "../../data/requests/capacity_mode";
import { refreshCapacity, useMode } from "../../shared/live/capacity_queries";
import { useSettings } from "../../shared/live/queries";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { SelectField } from "../../shared/parts/SelectField";
import { useAction } from "../../shared/use_action";

type Chosen = CapacityMode | "server";

const MEANING: { readonly [Mode in CapacityMode]: string } = {
  off: "decides nothing",
  observe: "serves and counts what DynamoDB would throttle",
  enforce: "refuses what DynamoDB would throttle",
};

// The choice of the server's treatment of traffic that DynamoDB would throttle.
export function ModeChoice({ table }: { readonly table: string }) {
  const mode = useMode(table);
  const settings = useSettings();
  const change = useAction(async (signal, chosen: Chosen) => {
    await setMode(table, chosen === "server" ? null : chosen, signal);
    await refreshCapacity();
  });
  if (mode.data === undefined) return <ErrorNote error={mode.error} />;
  const server = settings.data?.capacity;
  return (
    <div>
      <dt>Traffic over the capacity</dt>
      <dd>
        <SelectField<Chosen>
          label="Capacity mode"
          hideLabel
          value={mode.data.mode ?? "server"}
          choices={[
            ["server", `As the server${server === undefined ? "" : `: ${server}`}`],
            ...(["off", "observe", "enforce"] as const).map((name) => [name, `${name}: ${MEANING[name]}`] as const),
          ]}
          onChange={change.run}
        />
        <ErrorNote error={change.error} />
      </dd>
    </div>
  );
}
