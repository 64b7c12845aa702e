import { useHealth } from "../shared/live/queries";
import { Button } from "../shared/parts/Button";
import { Text } from "../shared/parts/Text";
import { serverState } from "./server_state";
import style from "./ServerBanner.module.css";
import { useRestart } from "./use_restart";
import { useVersionChange } from "./use_version_change";

// Says that the server is in trouble or has changed. It goes by itself once that is over.
export function ServerBanner() {
  const health = useHealth();
  const state = serverState(health);
  const restarted = useRestart(state);
  const newVersion = useVersionChange(health.data?.version);
  const reason = health.data?.reason;
  return (
    <div role="status">
      {state === "gone" && (
        <p className={style.bad}>
          The server does not answer. The console tries again every few seconds; what you see is from before.
        </p>
      )}
      {state === "cannot-write" && (
        <p className={style.bad}>
          The server cannot write{reason && <> (<Text value={reason} />)</>}. Reads go on, and writes fail until there is
          room on its disk.
        </p>
      )}
      {state === "damaged" && (
        <p className={style.bad}>
          The server has met a damaged file{reason && <> (<Text value={reason} />)</>}. Stop it and run{" "}
          <code>stator check</code>.
        </p>
      )}
      {restarted && <p className={style.note}>The server has restarted. Everything here was read again.</p>}
      {newVersion !== undefined && (
        <p className={style.note}>
          The server is now version {newVersion}. <Button onClick={() => location.reload()}>Reload the console</Button>
        </p>
      )}
    </div>
  );
}
