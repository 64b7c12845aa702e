import { useEffect, useState } from "react";

import { timeNow } from "../clock_text";
import { useClock } from "./queries";

const TICK_MS = 1000;

// Service time as the server's last reading and its pace give it. It ticks while the page is
// visible. undefined: no reading yet.
export function useServiceTime(): Date | undefined {
  const { data, dataUpdatedAt } = useClock();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return data && timeNow(data, dataUpdatedAt, Math.max(now, dataUpdatedAt));
}
