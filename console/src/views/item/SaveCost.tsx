import type { Change } from "../../data/editing/changes";
import { entryCosts, type EntryChange, tableUnits } from "../../data/editing/index_entries";
import { keyOf, updatesOf } from "../../data/editing/update";
import type { TableDescription } from "../../data/requests/table_shapes";
import { countText, plural } from "../../data/values/amounts";
import { ITEM_BYTES_MAX, itemBytes } from "../../data/values/size";
import type { Item } from "../../data/values/value";
import style from "./ItemEditor.module.css";

const CHANGE_TEXT: { readonly [change in EntryChange]: string } = {
  added: "an entry more",
  removed: "an entry less",
  changed: "the entry changes",
  moved: "the entry moves to another key",
};

// The item's size, and the units that a save takes: of the table and of each index it touches.
export function SaveCost(properties: {
  readonly table: TableDescription;
  readonly base: Item | undefined;
  readonly item: Item;
  readonly changes: readonly Change[];
}) {
  const { table, base, item, changes } = properties;
  const bytes = itemBytes(item);
  const grown = bytes - (base === undefined ? 0 : itemBytes(base));
  const costs = entryCosts(base, item, table);
  const isSaving = base === undefined || changes.length > 0;
  // Each request of a save takes the units of the whole item.
  const requests = base === undefined ? 1 : Math.max(1, updatesOf(table, keyOf(item, table), changes).length);
  const ofTable = tableUnits(base, item) * requests;
  const units = ofTable + costs.reduce((sum, cost) => sum + cost.units, 0);
  return (
    <dl className={style.cost}>
      <div>
        <dt>Size</dt>
        <dd>
          {countText(bytes)} bytes{base !== undefined && grown !== 0 && ` (${grown > 0 ? "+" : "−"}${countText(Math.abs(grown))})`},{" "}
          {share(bytes)} of the limit
        </dd>
      </div>
      {isSaving && (
        <div>
          <dt>A save takes</dt>
          <dd>
            {plural(units, "write unit")}
            {costs.length > 0 && `: ${countText(ofTable)} of the table`}
          </dd>
        </div>
      )}
      {isSaving &&
        costs.map(({ index, change, units: ofIndex }) => (
          <div key={index}>
            <dt>{index}</dt>
            <dd>
              {plural(ofIndex, "write unit")}, {CHANGE_TEXT[change]}
            </dd>
          </div>
        ))}
      {isSaving && requests > 1 && (
        <div>
          <dt>Requests</dt>
          <dd>{requests}, one after another: so many changes do not fit into one. Other programs may read the item in between.</dd>
        </div>
      )}
    </dl>
  );
}

function share(bytes: number): string {
  const percent = (bytes / ITEM_BYTES_MAX) * 100;
  return percent < 1 ? "under 1 %" : `${Math.round(percent)} %`;
}
