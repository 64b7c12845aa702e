import { useQuery } from "@tanstack/react-query";

import type { TableDescription } from "../../data/requests/table_shapes";
import { contentText, FORMAT_NAMES, FORMATS, formatOf, mismatchOf } from "../../data/transfer/formats";
import { asFormat, sniff } from "../../data/transfer/sniff";
import { bytesText } from "../../data/values/amounts";
import { useParameter } from "../../shared/address";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { SelectField } from "../../shared/parts/SelectField";
import { Text } from "../../shared/parts/Text";
import { Waiting } from "../../shared/parts/Waiting";
import style from "./ImportFile.module.css";
import { ImportRun } from "./ImportRun";
import type { Chosen } from "./ImportView";
import { Preview } from "./Preview";

// A chosen file: what it holds, its first lines, and the import.
export function ImportFile(properties: {
  readonly table: TableDescription;
  readonly chosen: Chosen;
  readonly onRunning: (isRunning: boolean) => void;
}) {
  const { table, chosen, onRunning } = properties;
  const { file, id } = chosen;
  const [given, setGiven] = useParameter("format");
  const found = useQuery({
    queryKey: ["sniff", table.TableName, id],
    queryFn: () => sniff(file),
    staleTime: Infinity,
    gcTime: 0,
  });
  const format = formatOf(given);
  const content = found.data && asFormat(found.data, format ?? found.data.format);
  const mismatch = found.data && mismatchOf(file.name, found.data);
  return (
    <>
      <section className={style.file} aria-label="The file">
        <h2 className={style.name}>
          <Text value={file.name} />
        </h2>
        <p className={style.facts}>
          {bytesText(file.size)}
          {found.data && ` · ${contentText(found.data)}`}
        </p>
        {found.data && (
          <div className={style.format}>
            <SelectField
              label="Read it as"
              value={format ?? ""}
              choices={[["", `${FORMAT_NAMES[found.data.format]} (found)`], ...FORMATS.map((one) => [one, FORMAT_NAMES[one]] as const)]}
              onChange={setGiven}
            />
          </div>
        )}
      </section>
      {mismatch !== undefined && mismatch !== "" && <p className={style.note}>{mismatch}</p>}
      <ErrorNote error={found.error} />
      {found.isPending && <Waiting label="Reading the beginning of the file" />}
      {content !== undefined && (
        <>
          <ImportRun key={content.format} table={table} file={file} content={content} onRunning={onRunning} />
          <Preview table={table} chosen={chosen} content={content} />
        </>
      )}
    </>
  );
}
