import { useMemo, useRef, useState } from "react";

import { keysOf } from "../../data/requests/key_schema";
import { goTo, useParameter } from "../../shared/address";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { itemAddress } from "../../shared/view_addresses";
import { ChangedHint } from "./ChangedHint";
import { CollectionLayout } from "./CollectionLayout";
import { EmptyItems } from "./EmptyItems";
import { GridLayout } from "./GridLayout";
import { HoverTip } from "./HoverTip";
import { IndexNote } from "./IndexNote";
import style from "./Items.module.css";
import type { NamedCell } from "./layout";
import { RequestLine } from "./RequestLine";
import { SelectionActions } from "./SelectionActions";
import { StatusLine } from "./StatusLine";
import { ToolLine } from "./ToolLine";
import type { Changes } from "./use_changes";
import { useColumns } from "./use_columns";
import { useDetails } from "./use_details";
import { useItemTexts } from "./use_item_texts";
import { useLayout } from "./use_layout";
import { useRowContext } from "./use_row_context";
import { useRows } from "./use_rows";
import { useSelection } from "./use_selection";
import { useSource } from "./use_source";
import type { AddressedView } from "./use_view";
import { useVisible } from "./use_visible";

const KEYS_HINT = "Enter opens a row, Space selects it, Shift extends, Ctrl+Enter follows a key";

// The rows of one view with everything around them.
export function ItemsTable(properties: {
  readonly addressed: AddressedView;
  readonly refresh: () => void;
  readonly changes: Changes;
}) {
  const { addressed, refresh, changes } = properties;
  const { view, key } = addressed;
  const { table, index } = view;
  const name = table.TableName;
  const rows = useRows(view);
  const [entity, setEntity] = useParameter("entity");
  const keys = useMemo(() => keysOf(table, index), [name, index]);
  const [layout, setLayout] = useLayout(keys.range.length > 0);
  const { keyOf, collectionOf, identityOf } = useItemTexts(table, index);
  const { context, entities } = useRowContext(table, layout, keyOf);
  const { loaded } = rows;
  const columns = useColumns(name, [...keys.hash, ...keys.range], loaded);
  const source = useSource(rows, entities, entity);
  const selected = useSelection({ source, loaded, identityOf });
  const [active, setActive] = useState<NamedCell>();
  const { visible, firstRow, onVisible } = useVisible(key, entity !== "");
  const frame = useRef<HTMLDivElement>(null);
  const details = useDetails(name, (row) => source.row(row));
  const open = (row: number) => {
    const item = source.row(row);
    if (item !== undefined) goTo(itemAddress(name, keyOf(item)));
  };
  const follow = () => {
    const item = active && source.row(active.row);
    const link = item && active.name !== undefined ? context.links.of(item, active.name) : undefined;
    if (link !== undefined) goTo(link);
  };
  const remove = () => {
    if (selected.items.size > 0) changes.remove.run([...selected.items.values()].map(keyOf));
  };
  const actions = { ...selected.actions, open, follow, remove };
  const shared = { source, columns, context, isSelected: selected.isSelected, actions, onActive: setActive, onVisible, firstRow };
  return (
    <>
      <RequestLine view={view} narrowing={addressed.narrowing} cost={rows.cost} />
      <ErrorNote error={rows.space.error} />
      <ToolLine
        {...{ table: name, keys, columns, layout, loaded, entities, entity, refresh }}
        onLayout={setLayout}
        onEntity={setEntity}
      />
      {source.total === 0 && !rows.space.isReading ? (
        <EmptyItems view={view} entity={entity} onEntity={setEntity} />
      ) : (
        <div ref={frame} className={style.frame}>
          {layout === "grid" ? <GridLayout {...shared} /> : <CollectionLayout {...shared} collectionOf={collectionOf} />}
          <HoverTip frame={frame} content={(cell) => (cell.isCut || details.hasTime(cell) ? details.of(cell) : undefined)} />
        </div>
      )}
      <IndexNote table={table} index={index} />
      <StatusLine space={rows.space} total={source.total} isListed={entity !== ""} visible={visible}>
        <ChangedHint view={view} refresh={refresh} />
        <SelectionActions {...{ table, selected, changes, keyOf }} />
        <p className={style.details}>{(active && details.of(active)) ?? <span className={style.place}>{KEYS_HINT}</span>}</p>
      </StatusLine>
    </>
  );
}
