import type { Explanation } from "../../data/operations/explanation";
import { countText, plural } from "../../data/values/amounts";
import style from "./ReadBar.module.css";

// Items returned as a share of the items read.
export function ReadBar({ explanation }: { readonly explanation: Explanation }) {
  const { itemsExamined: examined, itemsReturned: returned, itemsFiltered: filtered } = explanation;
  const share = examined === 0 ? 0 : Math.min(1, returned / examined);
  return (
    <div className={style.read}>
      <span aria-hidden className={style.bar}>
        <span className={style.returned} style={{ width: `${share * 100}%` }} />
      </span>
      <span>
        {countText(returned)} of {plural(examined, "item")} read returned
        {filtered > 0 && `, ${countText(filtered)} filtered out`}
      </span>
    </div>
  );
}
