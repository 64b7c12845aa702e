import type { Access } from "./heat_shapes";
import { autoscaling } from "./services";

// Application Auto Scaling of a table or one of its global indexes.

export interface ScalingPlace {
  readonly table: string;
  readonly index?: string;
}

export interface ScalableTarget {
  readonly ScalableDimension: string;
  readonly MinCapacity: number;
  readonly MaxCapacity: number;
}

export interface ScalingPolicy {
  readonly PolicyName: string;
  readonly ScalableDimension: string;
  readonly TargetTrackingScalingPolicyConfiguration?: {
    readonly TargetValue: number;
    readonly ScaleInCooldown?: number;
    readonly ScaleOutCooldown?: number;
    readonly DisableScaleIn?: boolean;
  };
}

export interface ScheduledAction {
  readonly ScheduledActionName: string;
  readonly ScalableDimension: string;
  readonly Schedule: string;
  readonly Timezone?: string;
  readonly ScalableTargetAction: { readonly MinCapacity?: number; readonly MaxCapacity?: number };
}

export interface ScalingActivity {
  readonly ActivityId: string;
  readonly ScalableDimension: string;
  readonly StartTime: number;
  readonly Description: string;
  readonly Cause: string;
  readonly StatusCode: string;
  readonly StatusMessage?: string;
}

export interface Scaling {
  readonly targets: readonly ScalableTarget[];
  readonly policies: readonly ScalingPolicy[];
  readonly schedules: readonly ScheduledAction[];
  readonly activities: readonly ScalingActivity[];
}

const NAMESPACE = "dynamodb";
const ACTIVITIES_MAX = 100;

const resourceOf = ({ table, index }: ScalingPlace): string =>
  index === undefined ? `table/${table}` : `table/${table}/index/${index}`;

export const dimensionOf = ({ index }: ScalingPlace, access: Access): string =>
  `dynamodb:${index === undefined ? "table" : "index"}:${access === "read" ? "Read" : "Write"}CapacityUnits`;

const subject = (place: ScalingPlace, access: Access) => ({
  ServiceNamespace: NAMESPACE,
  ResourceId: resourceOf(place),
  ScalableDimension: dimensionOf(place, access),
});

// Reads all pages of a list.
async function all<T>(operation: string, member: string, request: object, countMax: number, signal?: AbortSignal): Promise<T[]> {
  const found: T[] = [];
  let NextToken: string | undefined;
  do {
    const page: { readonly NextToken?: string } = await autoscaling(operation, { ...request, NextToken }, signal);
    found.push(...((page as Record<string, unknown>)[member] as T[]));
    NextToken = page.NextToken;
  } while (NextToken !== undefined && found.length < countMax);
  return found.slice(0, countMax);
}

export async function readScaling(place: ScalingPlace, signal?: AbortSignal): Promise<Scaling> {
  const resource = { ServiceNamespace: NAMESPACE, ResourceId: resourceOf(place) };
  const [targets, policies, schedules, activities] = await Promise.all([
    all<ScalableTarget>("DescribeScalableTargets", "ScalableTargets", { ServiceNamespace: NAMESPACE, ResourceIds: [resourceOf(place)] }, Infinity, signal),
    all<ScalingPolicy>("DescribeScalingPolicies", "ScalingPolicies", resource, Infinity, signal),
    all<ScheduledAction>("DescribeScheduledActions", "ScheduledActions", resource, Infinity, signal),
    all<ScalingActivity>("DescribeScalingActivities", "ScalingActivities", resource, ACTIVITIES_MAX, signal),
  ]);
  return { targets, policies, schedules, activities };
}

export interface TargetTracking {
  readonly min: number;
  readonly max: number;
  readonly percent: number; // of the provisioned units
  readonly outCooldown: number; // seconds
  readonly inCooldown: number;
  readonly neverIn: boolean;
}

export const POLICY_NAME = "console-target-tracking";

// Sets the bounds and the policy of target tracking; `policy` is the name of the one that is there.
export async function setTracking(
  place: ScalingPlace,
  access: Access,
  { min, max, percent, outCooldown, inCooldown, neverIn }: TargetTracking,
  policy = POLICY_NAME,
  signal?: AbortSignal,
): Promise<void> {
  await autoscaling("RegisterScalableTarget", { ...subject(place, access), MinCapacity: min, MaxCapacity: max }, signal);
  const metric = access === "read" ? "DynamoDBReadCapacityUtilization" : "DynamoDBWriteCapacityUtilization";
  await autoscaling(
    "PutScalingPolicy",
    {
      ...subject(place, access),
      PolicyName: policy,
      PolicyType: "TargetTrackingScaling",
      TargetTrackingScalingPolicyConfiguration: {
        TargetValue: percent,
        PredefinedMetricSpecification: { PredefinedMetricType: metric },
        ScaleOutCooldown: outCooldown,
        ScaleInCooldown: inCooldown,
        DisableScaleIn: neverIn,
      },
    },
    signal,
  );
}

// Ends scaling. Its policies and schedules go with it.
export const removeTarget = (place: ScalingPlace, access: Access, signal?: AbortSignal): Promise<unknown> =>
  autoscaling("DeregisterScalableTarget", subject(place, access), signal);

export interface Schedule {
  readonly name: string;
  readonly schedule: string;
  readonly zone: string; // empty: UTC
  readonly min?: number;
  readonly max?: number;
}

export const putSchedule = (
  place: ScalingPlace,
  access: Access,
  { name, schedule, zone, min, max }: Schedule,
  signal?: AbortSignal,
): Promise<unknown> =>
  autoscaling(
    "PutScheduledAction",
    {
      ...subject(place, access),
      ScheduledActionName: name,
      Schedule: schedule,
      Timezone: zone === "" ? undefined : zone,
      ScalableTargetAction: { MinCapacity: min, MaxCapacity: max },
    },
    signal,
  );

export const deleteSchedule = (place: ScalingPlace, access: Access, name: string, signal?: AbortSignal): Promise<unknown> =>
  autoscaling("DeleteScheduledAction", { ...subject(place, access), ScheduledActionName: name }, signal);
