import type {
  AttributeDefinition,
  CreateTableRequest,
  IndexRequest,
  KeyElement,
  Units,
} from "../../data/requests/table_shapes";
import type { Draft, IndexDraft, KeyPart } from "./draft";
import { includedNames } from "./problems";

// The request that a draft stands for. Parts that are still empty are left out.
export function requestOf(draft: Draft): CreateTableRequest {
  const range = draft.range.name === "" ? [] : [draft.range];
  const isProvisioned = draft.billing === "PROVISIONED";
  const ofKind = (kind: IndexDraft["kind"]) => draft.indexes.filter((index) => index.kind === kind);
  const globals = ofKind("global").map((index) => indexRequest(index, index.hash, isProvisioned));
  const locals = ofKind("local").map((index) => indexRequest(index, [draft.hash], false));
  return {
    TableName: draft.name,
    AttributeDefinitions: definitionsOf([
      draft.hash,
      ...range,
      ...draft.indexes.flatMap((index) => (index.kind === "local" ? index.range : [...index.hash, ...index.range])),
    ]),
    KeySchema: keySchema([draft.hash], range),
    BillingMode: draft.billing,
    ...(isProvisioned && { ProvisionedThroughput: unitsOf(draft) }),
    ...(globals.length > 0 && { GlobalSecondaryIndexes: globals }),
    ...(locals.length > 0 && { LocalSecondaryIndexes: locals }),
    ...(draft.stream !== "" && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: draft.stream },
    }),
    ...(draft.tableClass !== "STANDARD" && { TableClass: draft.tableClass }),
    ...(draft.isProtected && { DeletionProtectionEnabled: true }),
    ...(draft.tags.length > 0 && { Tags: draft.tags }),
  };
}

export function indexRequest(index: IndexDraft, hash: readonly KeyPart[], isProvisioned: boolean): IndexRequest {
  return {
    IndexName: index.name,
    KeySchema: keySchema(hash, index.range),
    Projection: {
      ProjectionType: index.projection,
      ...(index.projection === "INCLUDE" && { NonKeyAttributes: includedNames(index.included) }),
    },
    ...(isProvisioned && { ProvisionedThroughput: unitsOf(index) }),
  };
}

export function definitionsOf(parts: readonly KeyPart[]): AttributeDefinition[] {
  const types = new Map(parts.filter((part) => part.name !== "").map((part) => [part.name, part.type]));
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
}

export const unitsOf = (typed: { readonly readUnits: string; readonly writeUnits: string }): Units => ({
  ReadCapacityUnits: Number(typed.readUnits) || 0,
  WriteCapacityUnits: Number(typed.writeUnits) || 0,
});

function keySchema(hash: readonly KeyPart[], range: readonly KeyPart[]): KeyElement[] {
  const elements = (parts: readonly KeyPart[], KeyType: KeyElement["KeyType"]): KeyElement[] =>
    parts.map(({ name }) => ({ AttributeName: name, KeyType }));
  return [...elements(hash, "HASH"), ...elements(range, "RANGE")];
}
