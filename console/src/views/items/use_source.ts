import { useMemo } from "react";

import type { Entities } from "../../data/entities/entities";
import { AllRows, ListedRows, type RowSource } from "./row_source";
import type { Rows } from "./use_rows";

// All rows of the view, or the loaded ones of an entity.
export function useSource(rows: Rows, entities: Entities, entity: string): RowSource {
  const { loaded } = rows;
  const all = useMemo(() => new AllRows(rows), [rows.space]);
  const listed = useMemo(
    () => new ListedRows(loaded.filter((item) => entities.of(item)?.name === entity)),
    [loaded, entities, entity],
  );
  return entity === "" ? all : listed;
}
