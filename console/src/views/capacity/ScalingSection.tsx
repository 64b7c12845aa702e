import type { Access } from "../../data/requests/heat_shapes";
import { dimensionOf, removeTarget, type Scaling } from "../../data/requests/scaling";
import { billingOf, type TableDescription } from "../../data/requests/table_shapes";
import { countText, plural } from "../../data/values/amounts";
import { useParameter } from "../../shared/address";
import { refreshCapacity } from "../../shared/live/capacity_queries";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { RunButton } from "../../shared/parts/RunButton";
import { Waiting } from "../../shared/parts/Waiting";
import { useAction } from "../../shared/use_action";
import { ActivityList } from "./ActivityList";
import style from "./lists.module.css";
import { ScheduleList } from "./ScheduleList";
import { TrackingForm } from "./TrackingForm";

interface Properties {
  readonly table: TableDescription;
  readonly index: string | undefined;
  readonly scaling: Scaling | undefined;
}

// Targets, schedules and activities of Application Auto Scaling, with what changes them.
export function ScalingSection({ table, index, scaling }: Properties) {
  const isProvisioned = billingOf(table) === "PROVISIONED";
  const isUsed = scaling !== undefined && scaling.targets.length + scaling.activities.length > 0;
  return (
    <section className={style.section} aria-label="Scaling">
      <h2>Scaling</h2>
      {scaling === undefined && <Waiting label="Reading the scaling" />}
      {scaling !== undefined && !isProvisioned && (
        <p className={style.none}>On-demand capacity scales by itself. Targets apply to provisioned units.</p>
      )}
      {scaling !== undefined && (isProvisioned || isUsed) && (
        <>
          {(["read", "write"] as const).map((access) => (
            <Tracking key={access} {...{ table, index, scaling, access }} />
          ))}
          <ScheduleList place={{ table: table.TableName, index }} scaling={scaling} />
          <ActivityList activities={scaling.activities} />
        </>
      )}
    </section>
  );
}

function Tracking({ table, index, scaling, access }: Properties & { readonly scaling: Scaling; readonly access: Access }) {
  const place = { table: table.TableName, index };
  const [edited, edit] = useParameter("scale");
  const isMine = ({ ScalableDimension }: { readonly ScalableDimension: string }) => ScalableDimension === dimensionOf(place, access);
  const target = scaling.targets.find(isMine);
  const policy = scaling.policies.find(isMine);
  const remove = useAction(async (signal) => {
    await removeTarget(place, access, signal);
    await refreshCapacity();
  });
  const percent = policy?.TargetTrackingScalingPolicyConfiguration?.TargetValue;
  const schedules = scaling.schedules.filter(isMine).length;
  const verb = edited === access ? "Cancel" : target === undefined ? "Scale" : "Change";
  return (
    <>
      <div className={style.row}>
        <span>{access === "read" ? "Reads" : "Writes"}</span>
        <span>
          {target === undefined
            ? "not scaled"
            : `${countText(target.MinCapacity)} to ${countText(target.MaxCapacity)} units${percent === undefined ? "" : `, ${percent} % used`}`}
        </span>
        <Button aria-label={verb === "Scale" ? `Scale ${access}s` : `${verb} scaling of ${access}s`} onClick={() => edit(edited === access ? "" : access)}>
          {verb}
        </Button>
        {target !== undefined && (
          <RunButton
            action={remove}
            kind="danger"
            text={schedules > 0 ? `Stop scaling ${access}s, and delete ${plural(schedules, "schedule")}` : `Stop scaling ${access}s`}
            runningText="Stopping…"
            onClick={remove.run}
          />
        )}
      </div>
      <ErrorNote error={remove.error} />
      {edited === access && <TrackingForm {...{ table, index, access, target, policy }} close={() => edit("")} />}
    </>
  );
}
