import type { TableDescription } from "../../data/requests/table_shapes";
import type { PreviewLine } from "../../data/transfer/preview";
import { plural } from "../../data/values/amounts";
import { previewText } from "../../data/values/preview_text";
import { Text } from "../../shared/parts/Text";
import style from "./PreviewTable.module.css";

const COLUMNS_MAX = 12;

// Lines as items: keys first, each value with its type.
export function PreviewTable({ table, lines }: { readonly table: TableDescription; readonly lines: readonly PreviewLine[] }) {
  const keys = table.KeySchema.map((key) => key.AttributeName);
  const found = lines.flatMap(({ read }) => ("item" in read ? [...read.item.keys()] : []));
  const names = [...new Set([...keys, ...found])];
  const shown = names.slice(0, COLUMNS_MAX);
  return (
    <>
      <div className={style.scroll} tabIndex={0} role="region" aria-label="Items of the file">
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {shown.map((name) => (
                <th key={name} scope="col">
                  <Text value={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, read }, at) => (
              <tr key={at}>
                <th scope="row">{line}</th>
                {"problem" in read ? (
                  <td colSpan={shown.length} className={style.problem}>
                    <Text value={read.problem} />
                  </td>
                ) : (
                  shown.map((name) => {
                    const value = read.item.get(name);
                    return (
                      <td key={name}>
                        {value && (
                          <>
                            <span className={style.type}>{value.type}</span> <Text value={previewText(value)} />
                          </>
                        )}
                      </td>
                    );
                  })
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {names.length > shown.length && (
        <p className={style.more}>{plural(names.length - shown.length, "further attribute")} not shown here.</p>
      )}
    </>
  );
}
