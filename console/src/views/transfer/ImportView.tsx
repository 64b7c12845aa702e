import { useState } from "react";

import { isMissing } from "../../data/requests/failure";
import { useTable } from "../../shared/live/queries";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { MissingTable } from "../../shared/parts/MissingTable";
import { TablePlace } from "../../shared/parts/TablePlace";
import { Waiting } from "../../shared/parts/Waiting";
import { FileChooser } from "./FileChooser";
import { FormatFacts } from "./FormatFacts";
import { ImportFile } from "./ImportFile";

export interface Chosen {
  readonly file: File;
  readonly id: number; // of the choice; a file that is chosen again is read again
}

// Writes the items of a file into a table.
export default function ImportView({ name }: { readonly name: string }) {
  const { data: table, error } = useTable(name);
  const [chosen, setChosen] = useState<Chosen>();
  const [isRunning, setRunning] = useState(false);
  if (isMissing(error)) return <MissingTable name={name} />;
  const choose = (file: File) => setChosen((before) => ({ file, id: (before?.id ?? 0) + 1 }));
  return (
    <TablePlace name={name}>
      <FileChooser disabled={isRunning} onChoose={choose} />
      {chosen === undefined && <FormatFacts />}
      {table === undefined && (error === null ? <Waiting label="Reading the table" /> : <ErrorNote error={error} />)}
      {table !== undefined && chosen !== undefined && (
        <ImportFile key={chosen.id} table={table} chosen={chosen} onRunning={setRunning} />
      )}
    </TablePlace>
  );
}
