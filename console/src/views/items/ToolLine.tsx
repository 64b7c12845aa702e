import type { Entities } from "../../data/entities/entities";
import type { Keys } from "../../data/requests/key_schema";
import type { Item } from "../../data/values/value";
import { useKeys } from "../../shared/keys";
import { Button } from "../../shared/parts/Button";
import { Choice } from "../../shared/parts/Choice";
import { ColumnsMenu } from "./ColumnsMenu";
import style from "./Items.module.css";
import { type ItemLayout, LAYOUTS } from "./layout";
import { Legend } from "./Legend";
import type { Columns } from "./use_columns";

// How the rows are shown: the layout, the columns and the entities.
export function ToolLine(properties: {
  readonly table: string;
  readonly keys: Keys;
  readonly columns: Columns;
  readonly layout: ItemLayout;
  readonly onLayout: (layout: ItemLayout) => void;
  readonly loaded: readonly Item[];
  readonly entities: Entities;
  readonly entity: string;
  readonly onEntity: (entity: string) => void;
  readonly refresh: () => void;
}) {
  const { table, keys, columns, layout, onLayout, loaded, entities, entity, onEntity, refresh } = properties;
  useKeys([{ key: "r", label: "Read the items again", run: refresh }]);
  return (
    <div className={style.tools}>
      <Choice label="Layout" hideLabel value={layout} choices={LAYOUTS} onChange={onLayout} />
      <ColumnsMenu columns={columns} keys={[...keys.hash, ...keys.range]} />
      <Button onClick={refresh}>Refresh</Button>
      <Legend {...{ table, loaded, entities }} chosen={entity} onChoose={onEntity} />
    </div>
  );
}
