// The heat of a table as the server answers it: a hot key, a split that does not help it, throttles.
export const NOW = 1_894_703_400; // 2030-01-15T10:30:00Z
const START = NOW - 3600;
const BOUNDS = { read: 3000, write: 1000 };

// Slots of a minute from `time`. Shares are those of the bound.
function run(time, shares, { throttles, reasons } = {}) {
  const units = shares.map((share) => share * BOUNDS.write * 60);
  return { time, step: 60, units, share: shares, throttles, reasons };
}

const route = (share) => BigInt(Math.round(share * 65536) * 2 ** 48).toString(16).padStart(16, "0");
const fill = (count, share) => new Array(count).fill(share);

export const HOT_KEY = "SCANS#7";

export function hotHeat() {
  const hotRun = run(START + 30 * 60, [...fill(6, 0.7), ...fill(12, 1)], {
    throttles: [...fill(6, 0), ...fill(12, 40)],
    reasons: [...fill(6, 0), ...fill(12, 2)],
  });
  const units = hotRun.units.reduce((sum, one) => sum + one, 0);
  const keyOf = (pk, sk) => ({ pk: { S: pk }, sk: { S: sk } });
  const slots = (weight) => hotRun.units.map((one, at) => ({ time: hotRun.time + at * 60, step: 60, units: one * weight, throttles: 3 }));
  return {
    table: "scans",
    mode: "observe",
    now: NOW,
    since: START - 7200,
    from: START,
    to: NOW,
    resolution: { seconds: 1, minutes: 60, bytes: 4096, bytesMax: 67_108_864 },
    bounds: BOUNDS,
    capacity: {
      read: { rate: 12_000, left: 12_000, leftMax: 12_000, throttles: { provisioned: 0, keyRange: 0, account: 0, maxOnDemand: 0 } },
      write: { rate: 4000, left: 1000, leftMax: 4000, throttles: { provisioned: 0, keyRange: 480, account: 0, maxOnDemand: 0 } },
    },
    partitions: [
      { partition: 1, from: { route: route(0) }, ends: START + 1200, read: [], write: [run(START, fill(20, 0.62))] },
      { partition: 4, parent: 1, from: { route: route(0) }, to: { route: route(0.25) }, begins: START + 1200, read: [], write: [run(START + 1200, fill(40, 0.2))] },
      {
        partition: 5,
        parent: 1,
        from: { route: route(0.25) },
        to: { route: route(0.5) },
        begins: START + 1200,
        read: [],
        write: [hotRun],
        keys: [
          { key: keyOf(HOT_KEY, "2030-01-15"), units: units * 3 * 0.93, throttles: 460, slots: slots(2.79) },
          { key: keyOf("<b>SCANS#8</b>\u202e", "x"), units: units * 3 * 0.04, throttles: 20, slots: slots(0.12) },
        ],
      },
      { partition: 2, from: { route: route(0.5) }, to: { route: route(0.75) }, read: [], write: [run(START, fill(60, 0.31))] },
      { partition: 3, from: { route: route(0.75) }, read: [], write: [run(START, fill(60, 0.05))] },
    ],
    splits: [{ time: START + 1200, partition: 1, children: [4, 5], reason: "heat", at: { route: route(0.25) } }],
  };
}

export const hotThrottles = () => ({
  table: "scans",
  mode: "observe",
  now: NOW,
  since: START - 7200,
  total: 480,
  throttles: Array.from({ length: 40 }, (_, at) => ({
    time: NOW - 12 * 60 - at * 15 + 0.25,
    operation: "PutItem",
    access: "write",
    reason: "TableWriteKeyRangeThroughputExceeded",
    resource: "arn:aws:dynamodb:us-east-1:000000000000:table/scans",
    key: { pk: { S: HOT_KEY }, sk: { S: "2030-01-15" } },
    partition: 5,
    refused: false,
  })),
});
