import { parse, stringify } from "lossless-json";

import { laidOut } from "../code/layout";
import { JSON_SYNTAX, literal } from "../code/literals";
import { type BuiltRequest, type Input, isObject, operationOf } from "./operations";

// Errors of these functions have a message for the user.
export class RequestProblem extends Error {}

// Whole numbers such as Limit become numbers. Others keep their digits.
const numberOf = (text: string): unknown => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : parse(text);
};

// Errors: throws RequestProblem.
export function inputOfText(text: string): Input {
  let value: unknown;
  try {
    value = parse(text, undefined, numberOf);
  } catch (error) {
    throw new RequestProblem(`This is no JSON. ${error instanceof Error ? error.message : ""}`);
  }
  if (!isObject(value)) throw new RequestProblem("A request is an object: { … }");
  return value;
}

const COLUMNS = 60; // the JSON has half of the page

export const textOfInput = (input: Input): string => laidOut(literal(input, JSON_SYNTAX), { columns: COLUMNS });

// On one line, as it is sent and as addresses hold it.
export const sentText = (input: object): string => stringify(input) ?? "{}";

export const addressText = ({ operation, input }: BuiltRequest): string => stringify({ operation, input }) ?? "";

// The request of an address, a history or a file. Errors: throws RequestProblem.
export function requestOf(value: unknown): BuiltRequest {
  if (!isObject(value)) throw new RequestProblem("A request names its operation and its input.");
  const operation = operationOf(String(value["operation"]));
  if (operation === undefined) throw new RequestProblem(`The builder has no operation ${String(value["operation"])}.`);
  if (!isObject(value["input"])) throw new RequestProblem("The request's input is no object.");
  return { operation, input: value["input"] };
}

// Errors: throws RequestProblem.
export const requestOfText = (text: string): BuiltRequest => requestOf(inputOfText(text));
