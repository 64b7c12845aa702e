import { Link } from "wouter";

import type { TableDescription } from "../../data/requests/table_shapes";
import { useParameter } from "../../shared/address";
import { Button } from "../../shared/parts/Button";
import { Choice } from "../../shared/parts/Choice";
import { SelectField } from "../../shared/parts/SelectField";
import { timeOfDayText, timeText } from "../../shared/picture/ticks";
import { heatAddress } from "../../shared/view_addresses";
import { SPANS } from "./capacity_place";
import style from "./CapacityControls.module.css";
import { usePlace } from "./use_place";

// The choices of table or index, and of time.
export function CapacityControls({ table }: { readonly table: TableDescription }) {
  const { index, still, span } = usePlace();
  const [, setIndex] = useParameter("index");
  const [, setSpan] = useParameter("span");
  const [, setFrom] = useParameter("from");
  const [, setTo] = useParameter("to");
  const indexes = (table.GlobalSecondaryIndexes ?? []).map((one) => one.IndexName);
  const names = index !== undefined && !indexes.includes(index) ? [...indexes, index] : indexes;
  const follow = () => {
    setFrom("");
    setTo("");
  };
  return (
    <div className={style.controls}>
      {names.length > 0 && (
        <SelectField
          label="Table or index"
          value={index ?? ""}
          choices={[["", "The table"], ...names.map((name) => [name, name] as const)]}
          onChange={setIndex}
        />
      )}
      {still === undefined && <Choice label="The last" value={span} choices={SPANS} onChange={setSpan} />}
      {still !== undefined && (
        <p className={style.still}>
          {timeText(still.from)} to {timeOfDayText(still.to)}
          <Button onClick={follow}>Follow the clock</Button>
        </p>
      )}
      <p className={style.heat}>
        <Link href={heatAddress(table.TableName, { index, ...still })}>Heat of this time</Link>
      </p>
    </div>
  );
}
