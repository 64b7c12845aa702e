import { useEffect, useState } from "react";

import { Progress } from "./Progress";
import style from "./Waiting.module.css";

const SHOWN_AFTER_MS = 300;

// The place of something that loads. It keeps its height from the start, so nothing jumps.
export function Waiting({ label }: { readonly label: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <div className={style.waiting}>{shown && <Progress label={label} />}</div>;
}
