import type { TableDescription } from "../../data/requests/table_shapes";
import type { Item } from "../../data/values/value";
import { useStoredItem } from "../../shared/live/item_queries";
import { Empty } from "../../shared/parts/Empty";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { MissingTable } from "../../shared/parts/MissingTable";
import { TablePlace } from "../../shared/parts/TablePlace";
import { Waiting } from "../../shared/parts/Waiting";
import { itemsAddress, newItemAddress } from "../../shared/view_addresses";
import { useRef } from "react";
import { ItemEditor } from "./ItemEditor";
import { KeyText } from "./KeyText";

// Reads the item and opens the editor, which stays open even if the item goes.
export function StoredItem(properties: {
  readonly table: TableDescription;
  readonly isGone: boolean;
  readonly itemKey: Item;
}) {
  const { table, isGone, itemKey } = properties;
  const { data, error } = useStoredItem(table.TableName, itemKey);
  const first = useRef<Item>(undefined);
  first.current ??= data?.item;
  if (first.current !== undefined) {
    return <ItemEditor table={table} isGone={isGone} initial={first.current} itemKey={itemKey} stored={data} />;
  }
  if (isGone) return <MissingTable name={table.TableName} />;
  return (
    <TablePlace name={table.TableName}>
      <h2>
        <KeyText itemKey={itemKey} />
      </h2>
      <ErrorNote error={error} />
      {data === undefined && error === null && <Waiting label="Reading the item" />}
      {data !== undefined && (
        <Empty title="There is no item with this key">
          <p>It may have been deleted, or expired, or it was never written.</p>
          <div>
            <LinkButton to={newItemAddress(table.TableName, itemKey)} primary>
              Create it
            </LinkButton>{" "}
            <LinkButton to={itemsAddress(table.TableName)}>Go to the items</LinkButton>
          </div>
        </Empty>
      )}
    </TablePlace>
  );
}
