import type { BillingMode, KeyType, ProjectionType, StreamView, TableClass, Tag } from "../../data/requests/table_shapes";

// A table as the form has it: texts as typed, also where they are not valid yet.

export interface KeyPart {
  readonly name: string;
  readonly type: KeyType;
}

export interface IndexDraft {
  readonly name: string;
  readonly kind: "global" | "local";
  readonly hash: readonly KeyPart[]; // a local index has its table's instead
  readonly range: readonly KeyPart[];
  readonly projection: ProjectionType;
  readonly included: string; // names with commas between them
  readonly readUnits: string;
  readonly writeUnits: string;
}

export interface Draft {
  readonly name: string;
  readonly hash: KeyPart;
  readonly range: KeyPart; // no name: no sort key
  readonly indexes: readonly IndexDraft[];
  readonly billing: BillingMode;
  readonly readUnits: string;
  readonly writeUnits: string;
  readonly stream: StreamView | "";
  readonly ttl: string;
  readonly tableClass: TableClass;
  readonly isProtected: boolean;
  readonly tags: readonly Tag[];
}

export const KEY_TYPES = [
  ["S", "String"],
  ["N", "Number"],
  ["B", "Binary"],
] as const satisfies readonly (readonly [KeyType, string])[];

export const STREAM_VIEWS = [
  ["", "Off"],
  ["NEW_AND_OLD_IMAGES", "New and old image"],
  ["NEW_IMAGE", "New image"],
  ["OLD_IMAGE", "Old image"],
  ["KEYS_ONLY", "Keys only"],
] as const satisfies readonly (readonly [StreamView | "", string])[];

export const CLASSES = [
  ["STANDARD", "Standard"],
  ["STANDARD_INFREQUENT_ACCESS", "Infrequent access"],
] as const satisfies readonly (readonly [TableClass, string])[];

export const BILLINGS = [
  ["PAY_PER_REQUEST", "On-demand"],
  ["PROVISIONED", "Provisioned"],
] as const satisfies readonly (readonly [BillingMode, string])[];

export const PROJECTIONS = [
  ["ALL", "All attributes"],
  ["KEYS_ONLY", "Keys only"],
  ["INCLUDE", "Keys and named attributes"],
] as const satisfies readonly (readonly [ProjectionType, string])[];

const UNITS = "5";

export const emptyPart = (name = ""): KeyPart => ({ name, type: "S" });

export const emptyIndex = (name: string): IndexDraft => ({
  name,
  kind: "global",
  hash: [emptyPart()],
  range: [],
  projection: "ALL",
  included: "",
  readUnits: UNITS,
  writeUnits: UNITS,
});

export const EMPTY_DRAFT: Draft = {
  name: "",
  hash: emptyPart("PK"),
  range: emptyPart("SK"),
  indexes: [],
  billing: "PAY_PER_REQUEST",
  readUnits: UNITS,
  writeUnits: UNITS,
  stream: "",
  ttl: "",
  tableClass: "STANDARD",
  isProtected: false,
  tags: [],
};

// Addresses hold drafts. A text of another version gives an empty draft.
export function draftOf(text: string): Draft {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null) return EMPTY_DRAFT;
    const draft = { ...EMPTY_DRAFT, ...read };
    return isSound(draft) ? draft : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

// Members equal to an empty draft's are left out, so addresses stay short.
export function textOf(draft: Draft): string {
  const members = Object.entries(draft).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(EMPTY_DRAFT[name as keyof Draft]),
  );
  return members.length === 0 ? "" : JSON.stringify(Object.fromEntries(members));
}

function isSound(draft: Draft): boolean {
  return (
    [draft.name, draft.readUnits, draft.writeUnits, draft.ttl].every((text) => typeof text === "string") &&
    [draft.hash, draft.range].every(isPart) &&
    Array.isArray(draft.indexes) &&
    draft.indexes.every(isIndex) &&
    Array.isArray(draft.tags) &&
    draft.tags.every((tag) => typeof tag?.Key === "string" && typeof tag.Value === "string") &&
    hasChoice(BILLINGS, draft.billing) &&
    hasChoice(STREAM_VIEWS, draft.stream) &&
    hasChoice(CLASSES, draft.tableClass)
  );
}

const hasChoice = (choices: readonly (readonly [string, string])[], value: unknown): boolean =>
  choices.some(([name]) => name === value);

const isPart = (part: unknown): boolean =>
  typeof part === "object" &&
  part !== null &&
  typeof (part as KeyPart).name === "string" &&
  hasChoice(KEY_TYPES, (part as KeyPart).type);

const isIndex = (index: IndexDraft | null): boolean =>
  index !== null &&
  [index.name, index.included, index.readUnits, index.writeUnits].every((text) => typeof text === "string") &&
  [index.hash, index.range].every((parts) => Array.isArray(parts) && parts.every(isPart)) &&
  (index.kind === "global" || index.kind === "local") &&
  hasChoice(PROJECTIONS, index.projection);
