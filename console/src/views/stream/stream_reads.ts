import { useQuery } from "@tanstack/react-query";

import { isMissing } from "../../data/requests/failure";
import { readHooks } from "../../data/requests/heat";
import { describeStream, listStreams } from "../../data/streams/stream_requests";

// The view's reads. They are polled while the page is visible, as all others.

const STREAMS_EVERY_MS = 4000;
const SHARDS_EVERY_MS = 5000;
const HOOKS_EVERY_MS = 3000;

export const useStreams = (table: string) =>
  useQuery({
    queryKey: ["streams", table],
    queryFn: ({ signal }) => listStreams(table, signal),
    refetchInterval: STREAMS_EVERY_MS,
  });

export const useStream = (arn: string) =>
  useQuery({
    queryKey: ["stream", arn],
    queryFn: ({ signal }) => describeStream(arn, signal),
    refetchInterval: SHARDS_EVERY_MS,
  });

// null: a server without this function.
export const useHooks = () =>
  useQuery({
    queryKey: ["hooks"],
    queryFn: ({ signal }) =>
      readHooks(signal).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    refetchInterval: HOOKS_EVERY_MS,
  });
