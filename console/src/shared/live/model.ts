import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { described, type Described, watchDraft } from "../../data/model/described";
import { listModelFiles, readExamples, readPriceTables } from "../../data/requests/models";
import type { ModelDescription } from "../../data/requests/model_shapes";
import { useStore } from "../use_store";

const FILES_EVERY = 10_000;

// The server's findings and description of the current model.
export function useDescribed(): Described {
  useEffect(watchDraft, []);
  return useStore(described);
}

// The description of the model that the console works on: entities, key templates and requests.
// undefined: there is no model.
export const useDescribedModel = (): ModelDescription | undefined => useDescribed().description;

export const useModelFiles = () =>
  useQuery({
    queryKey: ["model-files"],
    queryFn: ({ signal }) => listModelFiles(signal),
    refetchInterval: FILES_EVERY,
  });

export const useExamples = () =>
  useQuery({ queryKey: ["examples"], queryFn: ({ signal }) => readExamples(signal), staleTime: Infinity });

export const usePriceTables = () =>
  useQuery({ queryKey: ["prices"], queryFn: ({ signal }) => readPriceTables(signal), staleTime: Infinity });
