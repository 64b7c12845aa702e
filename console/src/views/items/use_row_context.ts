import { useMemo } from "react";

import { entityColour } from "../../data/entities/colours";
import { Entities } from "../../data/entities/entities";
import { keysOf } from "../../data/requests/key_schema";
import type { TableDescription } from "../../data/requests/table_shapes";
import type { Item } from "../../data/values/value";
import { useDescribedModel } from "../../shared/live/model";
import type { ItemLayout } from "./layout";
import { KeyLinks } from "./links";
import type { RowContext } from "./row_context";
import { HEAD_PX } from "./widths";

const ROW_PX: { readonly [layout in ItemLayout]: number } = { grid: 30, collections: 46 };

// The context that rows share. It stays the same object until the table's indexes, the layout or the model change.
export function useRowContext(
  table: TableDescription,
  layout: ItemLayout,
  keyOf: (item: Item) => Item,
): { readonly context: RowContext; readonly entities: Entities } {
  const model = useDescribedModel();
  const name = table.TableName;
  const schemas = JSON.stringify([table.GlobalSecondaryIndexes?.map((one) => [one.IndexName, one.KeySchema])]);
  const entities = useMemo(() => new Entities(name, keysOf(table), model), [name, model]);
  const links = useMemo(() => new KeyLinks(table), [name, schemas]);
  const context = useMemo(
    () => ({
      table: name,
      rowHeight: ROW_PX[layout],
      headPx: HEAD_PX,
      isLabelled: layout === "collections",
      links,
      keyOf,
      colourOf: (item: Item) => {
        const entity = entities.of(item);
        return entity && entityColour(name, entity.name);
      },
    }),
    [name, layout, links, keyOf, entities],
  );
  return { context, entities };
}
