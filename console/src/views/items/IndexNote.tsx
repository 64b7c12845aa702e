import type { TableDescription } from "../../data/requests/table_shapes";
import { indexOf } from "../../data/transfer/export_source";
import { Text } from "../../shared/parts/Text";
import style from "./Items.module.css";

// A note of the attributes that an index leaves out, so that nobody takes them for absent.
export function IndexNote({ table, index }: { readonly table: TableDescription; readonly index: string | undefined }) {
  const projection = index === undefined ? undefined : indexOf(table, index)?.Projection;
  if (projection === undefined || projection.ProjectionType === "ALL") return null;
  const names = projection.NonKeyAttributes ?? [];
  return (
    <p className={style.place}>
      The index holds the keys
      {names.length > 0 && (
        <>
          {" and "}
          <Text value={names.join(", ")} />
        </>
      )}
      . Other attributes are in the table: Open shows them.
    </p>
  );
}
