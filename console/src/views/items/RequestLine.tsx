import { type Cost, requestOf, type View } from "../../data/rows/read_view";
import { plural, rateText } from "../../data/values/amounts";
import { CopyAs } from "../../shared/parts/CopyAs";
import { LinkButton } from "../../shared/parts/LinkButton";
import { Text } from "../../shared/parts/Text";
import { exportAddress, type Narrowing, operationAddress } from "../../shared/view_addresses";
import style from "./Items.module.css";
import { requestText } from "./request_text";

// The request that reads these rows, what it has cost so far, and ways to use it elsewhere.
export function RequestLine(properties: {
  readonly view: View;
  readonly narrowing: Narrowing;
  readonly cost: Cost;
}) {
  const { view, narrowing, cost } = properties;
  const request = requestOf(view);
  return (
    <section className={style.request} aria-label="Request">
      <code className={style.requestText}>
        <Text value={requestText(request)} />
      </code>
      <p className={style.cost} title="What a program would pay for these reads. The console's own are not counted.">
        {costText(cost, view.filter.length > 0)}
      </p>
      <div className={style.requestActions}>
        <CopyAs request={request} />
        {view.filter.length === 0 && <LinkButton to={exportAddress(view.table.TableName, narrowing)}>Export these</LinkButton>}
        <LinkButton to={operationAddress(request.operation, request.input)}>Open in Operations</LinkButton>
      </div>
    </section>
  );
}

function costText({ scanned, returned, units }: Cost, isFiltered: boolean): string {
  const spent = `${rateText(units)} ${units === 1 ? "unit" : "units"}`;
  if (!isFiltered) return `${plural(scanned, "item")} read, ${spent}`;
  return `${plural(scanned, "item")} read for ${plural(returned, "item")} returned, ${spent}`;
}
