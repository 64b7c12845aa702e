import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import style from "./Items.module.css";
import type { Changes } from "./use_changes";

// The result of a change, with undo for deleted items.
export function ChangeNote({ changes }: { readonly changes: Changes }) {
  const { remove, undo, duplicate, deleted, said, forget } = changes;
  const running = [remove, undo, duplicate].find((action) => action.slow);
  const error = remove.error ?? undo.error ?? duplicate.error;
  return (
    <>
      <ErrorNote error={error} />
      <div role="status" className={said === "" && running === undefined ? "" : style.change}>
        {running !== undefined && <span>Working…</span>}
        {running !== undefined && <Button onClick={running.stop}>Stop</Button>}
        {said !== "" && <span>{said}</span>}
        {deleted.length > 0 && (
          <Button disabled={undo.running} onClick={() => undo.run()}>
            Undo
          </Button>
        )}
        {said !== "" && (
          <Button kind="quiet" onClick={forget}>
            Dismiss
          </Button>
        )}
      </div>
    </>
  );
}
