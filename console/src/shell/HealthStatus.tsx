import { useHealth } from "../shared/live/queries";
import { Status } from "../shared/parts/Status";
import { serverState } from "./server_state";
import style from "./HealthStatus.module.css";

const SHOWN = {
  unknown: ["quiet", "Connecting"],
  ok: ["good", "Healthy"],
  "cannot-write": ["bad", "Cannot write"],
  damaged: ["bad", "Damaged"],
  gone: ["bad", "No answer"],
  refused: ["warn", "Refused"],
} as const;

export function HealthStatus() {
  const health = useHealth();
  const [tone, text] = SHOWN[serverState(health)];
  return (
    <span className={style.health} title={health.data && `Version ${health.data.version}`}>
      <Status tone={tone} text={text} />
    </span>
  );
}
