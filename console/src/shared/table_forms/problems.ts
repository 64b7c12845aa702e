import type { Draft, IndexDraft, KeyPart } from "./draft";

// Finds values that DynamoDB would refuse, so that the form can say so beside the field. The server
// decides in the end.

const NAME = /^[A-Za-z0-9_.-]{3,255}$/;
const WHOLE = /^[1-9]\d{0,11}$/;

export const nameProblem = (name: string): string =>
  NAME.test(name) ? "" : "3 to 255 characters: letters, digits, underscore, point and hyphen.";

export const unitsProblem = (units: string): string =>
  WHOLE.test(units) ? "" : "A whole number from 1.";

export const partProblem = (name: string): string => (name === "" ? "Give the attribute's name." : "");

export function typeProblem(draft: Draft, part: KeyPart): string {
  const other = allParts(draft).find((one) => one.name === part.name && one.type !== part.type);
  return other === undefined || part.name === "" ? "" : "This attribute has another type elsewhere in the form.";
}

export function includedProblem(index: Pick<IndexDraft, "projection" | "included">): string {
  return index.projection === "INCLUDE" && includedNames(index.included).length === 0
    ? "Name at least one attribute."
    : "";
}

export const includedNames = (included: string): string[] => [
  ...new Set(included.split(",").map((name) => name.trim()).filter((name) => name !== "")),
];

export function indexProblems(index: IndexDraft, provisioned: boolean): string[] {
  const parts = index.kind === "local" ? index.range : [...index.hash, ...index.range];
  const units = provisioned && index.kind === "global" ? [index.readUnits, index.writeUnits] : [];
  return [
    nameProblem(index.name),
    includedProblem(index),
    index.kind === "local" && index.range.length === 0 ? "A local index has a sort key." : "",
    ...parts.map((part) => partProblem(part.name)),
    ...units.map(unitsProblem),
  ].filter((problem) => problem !== "");
}

// Whether the request can be sent.
export function isComplete(draft: Draft): boolean {
  const provisioned = draft.billing === "PROVISIONED";
  const own = [
    nameProblem(draft.name),
    partProblem(draft.hash.name),
    ...(provisioned ? [unitsProblem(draft.readUnits), unitsProblem(draft.writeUnits)] : []),
    ...allParts(draft).map((part) => typeProblem(draft, part)),
    ...draft.tags.map((tag) => (tag.Key === "" ? "Give the tag's key." : "")),
    ...draft.indexes.flatMap((index) => indexProblems(index, provisioned)),
  ];
  return own.every((problem) => problem === "");
}

const allParts = (draft: Draft): KeyPart[] =>
  [
    draft.hash,
    draft.range,
    ...draft.indexes.flatMap((index) => (index.kind === "local" ? index.range : [...index.hash, ...index.range])),
  ].filter((part) => part.name !== "");
