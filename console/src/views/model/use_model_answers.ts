import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { adviseModel, generateFrom, priceModel } from "../../data/requests/models";
import type { PriceOptions } from "../../data/requests/workbench_shapes";

// The server's answers about a text. The last answer stays until the next has come.

export const useModelPrice = (text: string, options: PriceOptions) =>
  useQuery({
    queryKey: ["model-price", text, options],
    queryFn: ({ signal }) => priceModel(text, options, signal),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

export const useModelAdvice = (text: string, prices: string | undefined) =>
  useQuery({
    queryKey: ["model-advice", text, prices],
    queryFn: ({ signal }) => adviseModel(text, prices, signal),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

export const useGenerated = (text: string, to: string) =>
  useQuery({
    queryKey: ["model-file", text, to],
    queryFn: ({ signal }) => generateFrom(text, to, signal),
    enabled: text !== "",
    staleTime: Infinity,
  });
