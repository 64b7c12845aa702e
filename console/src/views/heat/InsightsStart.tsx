import { setInsights } from "../../data/requests/insights";
import type { TableDescription } from "../../data/requests/table_shapes";
import { queryClient } from "../../shared/live/queries";
import { Actions } from "../../shared/parts/Actions";
import { Empty } from "../../shared/parts/Empty";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { RunButton } from "../../shared/parts/RunButton";
import { useAction } from "../../shared/use_action";

// Keys are counted where Contributor Insights is on.
export function InsightsStart({ table, index }: { readonly table: TableDescription; readonly index: string | undefined }) {
  const start = useAction(async (signal) => {
    await setInsights(table.TableName, index, true, signal);
    await queryClient.invalidateQueries({ queryKey: ["heat"] });
  });
  return (
    <Empty title="The server does not count keys here">
      <p>
        Contributor Insights counts the busiest and the most throttled keys of {index === undefined ? "a table" : "an index"}.
        It is off for this one. What was sent before it is on stays uncounted.
      </p>
      <Actions>
        <RunButton action={start} text="Switch Contributor Insights on" runningText="Switching on…" onClick={start.run} />
      </Actions>
      <ErrorNote error={start.error} />
    </Empty>
  );
}
