import { Button } from "../../shared/parts/Button";
import style from "./ItemEditor.module.css";

// Somebody else has written the item while the user edits it.
export function OtherVersion({ gone, compare }: { readonly gone: boolean; readonly compare: () => void }) {
  return (
    <div role="status" className={style.warning}>
      <span>
        {gone
          ? "The stored item was deleted since you began."
          : "The stored item has changed since you began. A save of changed places will be refused."}
      </span>
      <Button onClick={compare}>Compare both versions</Button>
    </div>
  );
}
