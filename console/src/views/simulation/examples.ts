// Models that show what a simulation finds. They are those of docs/simulate.md.
const shipments = (key: string): string => `model shipments "scans of parcels; one shipper has half of them"
table Shipments (PK, SK) provisioned 500/2500

entity Shipper 1M x 400B
  attr  shipperId:id, name
  key   SHIPPER#{shipperId} / PROFILE

entity Scan 10M x 250B in Shipper(shipperId) 10..5000000
  attr  scanId:id, at:time
  key   ${key} / {at}#{scanId}

patterns
  R1  200/s  get  Shipper[shipperId] "the dashboard"
  W1  1k/s   peak 2400/s put Scan "a parcel passes a gate"
`;

export const EXAMPLES: readonly { readonly name: string; readonly title: string; readonly text: string }[] = [
  { name: "hot-key", title: "Example: a hot key", text: shipments("SCANS#{shipperId}") },
  { name: "shards", title: "Example: the same, sharded", text: shipments("SCANS#{shipperId}#{shard(scanId,10)}") },
];
