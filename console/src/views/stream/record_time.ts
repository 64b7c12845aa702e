import type { StreamRecord } from "../../data/streams/stream_shapes";

// The service time of a change, in UTC. DynamoDB tells it to the second.
export const recordTime = ({ dynamodb }: StreamRecord): string =>
  new Date(dynamodb.ApproximateCreationDateTime * 1000).toISOString().slice(0, 19).replace("T", " ");
