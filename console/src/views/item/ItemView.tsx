import { parse } from "lossless-json";
import { useRef } from "react";

import { isMissing } from "../../data/requests/failure";
import type { TableDescription } from "../../data/requests/table_shapes";
import { keyOf } from "../../data/editing/update";
import { fromWireItem } from "../../data/values/dynamodb_json";
import type { Item } from "../../data/values/value";
import { useParameter } from "../../shared/address";
import { useTable } from "../../shared/live/queries";
import { Empty } from "../../shared/parts/Empty";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { MissingTable } from "../../shared/parts/MissingTable";
import { Page } from "../../shared/parts/Page";
import { TablePlace } from "../../shared/parts/TablePlace";
import { Waiting } from "../../shared/parts/Waiting";
import { itemsAddress } from "../../shared/view_addresses";
import { emptyItem } from "./empty_item";
import { ItemEditor } from "./ItemEditor";
import { StoredItem } from "./StoredItem";

// One item: a stored one by its key, or a form for a new one.
export default function ItemView({ name }: { readonly name: string }) {
  const { data, error } = useTable(name);
  const known = useRef<TableDescription>(undefined);
  if (data !== undefined || known.current?.TableName !== name) known.current = data;
  const table = known.current;
  const isGone = isMissing(error);
  if (table === undefined && isGone) return <MissingTable name={name} />;
  if (table === undefined) {
    return <Page title={name}>{error === null ? <Waiting label="Reading the table" /> : <ErrorNote error={error} />}</Page>;
  }
  return <ItemPlace table={table} isGone={isGone} />;
}

function ItemPlace({ table, isGone }: { readonly table: TableDescription; readonly isGone: boolean }) {
  const [keyText] = useParameter("key");
  const [fromText] = useParameter("from");
  if (keyText === "") {
    return <ItemEditor key={`new ${fromText}`} table={table} isGone={isGone} initial={itemOf(fromText) ?? emptyItem(table)} />;
  }
  const item = itemOf(keyText);
  const key = item === undefined ? undefined : keyOf(item, table);
  if (key === undefined || key.size !== table.KeySchema.length || key.size !== item?.size) return <NoKey table={table} />;
  return <StoredItem key={keyText} table={table} isGone={isGone} itemKey={key} />;
}

function NoKey({ table }: { readonly table: TableDescription }) {
  return (
    <TablePlace name={table.TableName}>
      <Empty title="This address names no item">
        <p>Its key is not a key of the table in DynamoDB JSON. An older link may have been cut off.</p>
        <LinkButton to={itemsAddress(table.TableName)}>Go to the items</LinkButton>
      </Empty>
    </TablePlace>
  );
}

// Addresses hold items as DynamoDB JSON.
function itemOf(text: string): Item | undefined {
  try {
    return text === "" ? undefined : fromWireItem(parse(text));
  } catch {
    return undefined;
  }
}
