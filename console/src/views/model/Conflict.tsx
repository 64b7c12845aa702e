import { lineChanges } from "../../data/model/line_changes";
import { visible } from "../../data/values/visible";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Modal } from "../../shared/parts/Modal";
import style from "./Conflict.module.css";
import { openFileAs } from "./open_version";

// The file as it is now. Without a text it is gone.
export interface Theirs {
  readonly text: string | undefined;
  readonly etag: string | undefined;
}

// The file differs from what the console read. The user sees the difference before anything is
// overwritten.
export function Conflict(properties: {
  readonly name: string;
  readonly mine: string;
  readonly theirs: Theirs;
  readonly overwrite: () => void;
  readonly error: unknown;
  readonly close: () => void;
}) {
  const { name, mine, theirs, overwrite, error, close } = properties;
  const take = () => {
    openFileAs(name, theirs);
    close();
  };
  return (
    <Modal title={`${name} has changed`} close={close} wide>
      <p>
        {theirs.text === undefined
          ? "The file has been deleted since you read it."
          : "Another program has changed the file since you read it. Lines with + are yours, lines with - are in the file."}
      </p>
      {theirs.text !== undefined && <Lines before={theirs.text} after={mine} />}
      <ErrorNote error={error} />
      <Actions>
        <Button kind="danger" onClick={overwrite}>
          {theirs.text === undefined ? "Save it again" : "Overwrite the file"}
        </Button>
        {theirs.text !== undefined && <Button onClick={take}>Take the file's version</Button>}
        <Button onClick={close}>Keep editing</Button>
      </Actions>
    </Modal>
  );
}

const MARKS = { same: " ", added: "+", removed: "-" } as const;

const Lines = ({ before, after }: { readonly before: string; readonly after: string }) => (
  <pre tabIndex={0} role="region" aria-label="Difference" className={style.lines}>
    {lineChanges(before, after).map(({ kind, text }, at) => (
      <span key={at} className={style[kind]}>
        {`${MARKS[kind]} ${visible(text)}\n`}
      </span>
    ))}
  </pre>
);
