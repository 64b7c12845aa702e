import type { BuiltRequest } from "../../data/operations/operations";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import style from "./forms.module.css";
import { KeptList } from "./KeptList";
import { keep, useKept } from "./use_kept";

export function HistoryPanel({ onOpen }: { readonly onOpen: (request: BuiltRequest) => void }) {
  const { requests, isForgetful } = useKept("history");
  if (requests.length === 0) {
    return <p className={style.quiet}>Requests that you send appear here, the latest first.</p>;
  }
  return (
    <div className={style.stack}>
      {isForgetful && <p className={style.warning}>The browser keeps nothing for this page, so the history ends with it.</p>}
      <KeptList
        requests={requests}
        onOpen={onOpen}
        onRemove={(gone) => keep("history", (all) => all.filter((one) => one.at !== gone.at))}
      />
      <Actions>
        <Button onClick={() => keep("history", () => [])}>Clear the history</Button>
      </Actions>
    </div>
  );
}
