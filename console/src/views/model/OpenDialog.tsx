import { useEffect, useId, useState } from "react";

import { draft } from "../../data/model/draft";
import { useExamples, useModelFiles } from "../../shared/live/model";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Modal } from "../../shared/parts/Modal";
import { Text } from "../../shared/parts/Text";
import { Waiting } from "../../shared/parts/Waiting";
import { useAction } from "../../shared/use_action";
import { InferFromTable } from "./InferFromTable";
import { mayReplace, openFile, openLocal, openText } from "./model_file";
import style from "./OpenDialog.module.css";

const FORMATS = "A model (.std), NoSQL Workbench, CloudFormation, a OneTable schema, or a list of access patterns (CSV, Markdown).";

// Where a model comes from: an example, a file of the server, a file of this machine, or a table.
export function OpenDialog(properties: {
  readonly close: () => void;
  readonly file?: File; // dropped on the view
  readonly isAsked?: boolean; // the user decides whether the dropped file replaces the draft
}) {
  const { close, file, isAsked = false } = properties;
  const [remarks, setRemarks] = useState<readonly string[]>([]);
  const [isReplaced] = useState(() => !mayReplace(draft.get()));
  const open = useAction(async (signal, name: string) => openFile(name, signal).then(close));
  const local = useAction(async (signal, file: File) => {
    const said = await openLocal(file, signal);
    if (said.length === 0) close();
    else setRemarks(said);
  });
  const { run } = local;
  useEffect(() => {
    if (file !== undefined && !isAsked) run(file);
  }, [file, isAsked, run]);
  const take = (text: string) => {
    openText(text);
    close();
  };
  return (
    <Modal title="Open a model" close={close} wide>
      {isReplaced && <p className={style.warning}>The draft has changes that are saved nowhere. What you open replaces it.</p>}
      {file !== undefined && isAsked && (
        <p>
          <Button kind="primary" onClick={() => run(file)}>
            Open <Text value={file.name} />
          </Button>
        </p>
      )}
      <Examples take={take} />
      <ServerFiles open={open.run} />
      <LocalFile choose={local.run} />
      <InferFromTable take={take} />
      <ErrorNote error={open.error ?? local.error} />
      {remarks.length > 0 && <Remarks remarks={remarks} />}
      <Actions>
        <Button onClick={close}>{remarks.length > 0 ? "Show the model" : "Cancel"}</Button>
      </Actions>
    </Modal>
  );
}

function Examples({ take }: { readonly take: (text: string) => void }) {
  const { data, error } = useExamples();
  if (data === undefined) return error === null ? <Waiting label="Reading the examples" /> : <ErrorNote error={error} />;
  return (
    <section className={style.part}>
      <h3>Examples</h3>
      <div className={style.names}>
        {data.map(({ name, text }) => (
          <Button key={name} title={/"([^"]*)"/.exec(text)?.[1]} onClick={() => take(text)}>
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}

function ServerFiles({ open }: { readonly open: (name: string) => void }) {
  const { data } = useModelFiles();
  return (
    <section className={style.part}>
      <h3>Files of the server</h3>
      {data?.saving === false && (
        <p>
          This server keeps no models. Start it with <code>--models FOLDER</code> to open and save files there.
        </p>
      )}
      {data?.saving && data.models.length === 0 && <p>The folder has no models yet. Save one, and it appears here.</p>}
      <div className={style.names}>
        {data?.models.map(({ name }) => (
          <Button key={name} onClick={() => open(name)}>
            <Text value={name} />
          </Button>
        ))}
      </div>
    </section>
  );
}

function LocalFile({ choose }: { readonly choose: (file: File) => void }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined) choose(file);
  };
  return (
    <section
      className={`${style.part} ${style.drop} ${isOver ? style.over : ""}`}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <h3>
        <label htmlFor={id}>A file of this machine</label>
      </h3>
      <input id={id} type="file" onChange={(event) => take(event.target.files)} />
      <p className={style.quiet}>{FORMATS} Choose one, or drop it here.</p>
    </section>
  );
}

const Remarks = ({ remarks }: { readonly remarks: readonly string[] }) => (
  <section className={style.part}>
    <h3>What the import assumed or left out</h3>
    <ul>
      {remarks.map((remark, at) => (
        <li key={at}>
          <Text value={remark} />
        </li>
      ))}
    </ul>
  </section>
);
