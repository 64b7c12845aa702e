import type { Heat } from "../../data/requests/heat_shapes";
import { useParameter } from "../../shared/address";
import { Choice } from "../../shared/parts/Choice";
import type { Range } from "./heat_place";

const CHOICES = [
  ["live", "Live"],
  ["still", "Still"],
] as const;

// Live follows the clock. Still keeps the times in the address, so that a link shows the same.
export function LiveSwitch({ heat, range }: { readonly heat: Heat | undefined; readonly range: Range | undefined }) {
  const [, setFrom] = useParameter("from");
  const [, setTo] = useParameter("to");
  const change = (chosen: "live" | "still") => {
    if (chosen === "live") {
      setFrom("");
      setTo("");
    } else if (heat !== undefined) {
      setFrom(String(Math.floor(heat.from)));
      setTo(String(Math.ceil(heat.to)));
    }
  };
  return <Choice label="Time" value={range === undefined ? "live" : "still"} choices={CHOICES} onChange={change} />;
}
