import { useMemo } from "react";

import type { BreakEven, TableBill } from "../../data/requests/bill_shapes";
import { useColours } from "../../shared/picture/colours";
import { PictureImage } from "../../shared/picture/PictureImage";
import { SaveButtons } from "../../shared/picture/SaveButtons";
import { breakEvenSvg } from "./break_even_svg";
import { breakEvenText } from "./plan_texts";
import style from "./TablePlans.module.css";

// The load below which on-demand is cheaper, as a curve and in words.
export function BreakEvens({ table, utilization }: { readonly table: TableBill; readonly utilization: number }) {
  return (
    <div className={style.curves}>
      {table.breakEven.map((one) => (
        <Curve key={one.subject} of={one} table={table.table} utilization={utilization} />
      ))}
    </div>
  );
}

function Curve({ of, table, utilization }: { readonly of: BreakEven; readonly table: string; readonly utilization: number }) {
  const colours = useColours();
  const { subject, fullyUsed, atUtilization } = of;
  const drawn = useMemo(() => breakEvenSvg(of, utilization, colours), [subject, fullyUsed, atUtilization, utilization, colours]);
  const text = breakEvenText(of, utilization);
  return (
    <div className={style.curve}>
      <PictureImage picture={drawn} text={text} className={style.image} />
      <p className={style.quiet}>{text}</p>
      <div className={style.actions}>
        <SaveButtons title={`Break-even of ${subject} of ${table}`} draw={() => drawn} />
      </div>
    </div>
  );
}
