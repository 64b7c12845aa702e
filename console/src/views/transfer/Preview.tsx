import { useQuery } from "@tanstack/react-query";

import type { TableDescription } from "../../data/requests/table_shapes";
import type { Content } from "../../data/transfer/formats";
import { PREVIEW_LINES, previewOf } from "../../data/transfer/preview";
import { plural } from "../../data/values/amounts";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Waiting } from "../../shared/parts/Waiting";
import type { Chosen } from "./ImportView";
import { PreviewTable } from "./PreviewTable";
import style from "./Preview.module.css";

// The first records of a file, as the items that they become.
export function Preview(properties: {
  readonly table: TableDescription;
  readonly chosen: Chosen;
  readonly content: Content;
}) {
  const { table, chosen, content } = properties;
  const preview = useQuery({
    queryKey: ["preview", table.TableName, chosen.id, content.format],
    queryFn: () => previewOf(chosen.file, content, table),
    staleTime: Infinity,
    gcTime: 0,
  });
  const lines = preview.data?.lines ?? [];
  const refused = lines.filter((line) => "problem" in line.read).length;
  return (
    <section className={style.preview} aria-label="Preview">
      <h2>{lines.length === PREVIEW_LINES ? `First ${PREVIEW_LINES} items` : "Items"}</h2>
      <ErrorNote error={preview.error} />
      {preview.isPending && <Waiting label="Reading the first items" />}
      {preview.data !== undefined && lines.length === 0 && <p className={style.quiet}>The file holds no items.</p>}
      {refused > 0 && (
        <p className={style.problem}>
          {plural(refused, "line")} of these cannot become {refused === 1 ? "an item" : "items"} of this table.
        </p>
      )}
      {lines.length > 0 && <PreviewTable table={table} lines={lines} />}
      {content.format === "csv" && (
        <p className={style.quiet}>
          A header such as <code>price:N</code> gives a column its type. A column without a type holds texts.
        </p>
      )}
    </section>
  );
}
