import type { Heat } from "../../data/requests/heat_shapes";
import type { TableDescription } from "../../data/requests/table_shapes";
import { useParameter } from "../../shared/address";
import { Choice } from "../../shared/parts/Choice";
import { SelectField } from "../../shared/parts/SelectField";
import { ACCESSES, accessOf, type Range, ROW_KINDS, rowKindOf, SPANS, spanOf } from "./heat_place";
import style from "./HeatControls.module.css";
import { LiveSwitch } from "./LiveSwitch";

// The choices of the map: table or index, reads or writes, rows, and times.
export function HeatControls(properties: {
  readonly table: TableDescription;
  readonly heat: Heat | undefined;
  readonly range: Range | undefined;
}) {
  const { table, heat, range } = properties;
  const [index, setIndex] = useParameter("index");
  const [access, setAccess] = useParameter("access");
  const [rows, setRows] = useParameter("rows");
  const [span, setSpan] = useParameter("span");
  const indexes = (table.GlobalSecondaryIndexes ?? []).map((one) => one.IndexName);
  const named = index !== "" && !indexes.includes(index) ? [...indexes, index] : indexes;
  return (
    <div className={style.controls}>
      {named.length > 0 && (
        <SelectField
          label="Table or index"
          value={index}
          choices={[["", "The table"], ...named.map((name) => [name, name] as const)]}
          onChange={setIndex}
        />
      )}
      <Choice label="Access" value={accessOf(access)} choices={ACCESSES} onChange={setAccess} />
      <Choice label="Rows" value={rowKindOf(rows)} choices={ROW_KINDS} onChange={setRows} />
      {range === undefined && <Choice label="The last" value={spanOf(span)} choices={SPANS} onChange={setSpan} />}
      <LiveSwitch heat={heat} range={range} />
    </div>
  );
}
