// The answer of POST /_stator/model/describe: what a model says about rows and requests
// (docs/operating.md). `data/model/fill.ts` makes values of templates and requests of patterns.

export interface ModelDescription {
  readonly model: string;
  readonly text: string; // what the model is for
  readonly tables: readonly ModelTable[];
  readonly entities: readonly ModelEntity[];
  readonly patterns: readonly ModelPattern[];
}

export interface ModelTable {
  readonly name: string;
  readonly line: number; // in the model's text, from 1
  readonly partitionKey: string;
  readonly sortKey?: string;
  readonly indexes: readonly ModelIndex[];
  readonly createTable: object; // the input of CreateTable
  readonly timeToLive?: object; // the input of UpdateTimeToLive, if items expire
}

export interface ModelIndex {
  readonly name: string;
  readonly line: number;
  readonly local: boolean;
  readonly partitionKey: readonly string[]; // several: a multi-attribute key
  readonly sortKey: readonly string[];
  readonly projection: "ALL" | "KEYS_ONLY" | "INCLUDE";
  readonly include: readonly string[];
}

export interface ModelEntity {
  readonly name: string; // every row has it as `_type`, a guard with ".unique" behind it
  readonly line: number;
  readonly table: string;
  readonly count: number;
  readonly bytes: number; // of one item, on average
  readonly parent?: ModelParent;
  readonly identity: readonly string[]; // the attributes that tell its instances apart
  readonly attributes: readonly ModelAttribute[];
  readonly rows: readonly StoredRow[]; // in the table, then in each index
}

export interface ModelParent {
  readonly entity: string;
  readonly attribute: string; // of the child, names the parent
  readonly average: number; // children
  readonly most: number;
}

export interface ModelAttribute {
  readonly name: string;
  readonly kind: string; // as the model language writes it: "number(8)"
  readonly type: string; // DynamoDB's: S, N, B, BOOL, M, L
  readonly values?: readonly string[]; // of an enum
}

// A row that the entity stores, with the templates of its key.
export interface StoredRow {
  readonly role: "item" | "copy" | "guard";
  readonly index?: string; // absent: the table
  readonly partition: readonly KeyTemplate[]; // several: a multi-attribute key
  readonly sort: readonly KeyTemplate[];
  readonly when?: readonly ModelCondition[]; // only items that meet all have the row
  readonly attributes: readonly string[]; // those of the entity that a reader of the row gets
}

export interface ModelCondition {
  readonly attribute: string;
  readonly value: string;
}

// How the value of one key attribute is made. One part with an attribute alone is that attribute's
// value in its own type; otherwise the value is the texts of all parts, one behind the other.
export interface KeyTemplate {
  readonly attribute: string; // the key attribute
  readonly type: string; // S, N or B
  readonly parts: readonly KeyPart[];
}

// A literal text, or a text made from an attribute of the entity or an argument of the pattern.
export interface KeyPart {
  readonly literal?: string;
  readonly attribute?: string;
  readonly bucket?: "minute" | "hour" | "day" | "month";
  readonly descending?: boolean; // every digit d is written as 9 - d
  readonly shards?: number; // the attribute's shard number; without attribute any number below
  readonly width?: number; // a number is padded to this many digits
  readonly plus?: number; // added to the number
}

export interface ModelPattern {
  readonly id: string;
  readonly line: number;
  readonly text: string; // the request as the model writes it: "get Customer[custId]"
  readonly purpose: string; // the words in quotes
  readonly entity: string;
  readonly children: readonly string[]; // further entities of a fetch
  readonly rate: number; // a second
  readonly peak: number; // a second
  readonly writes: boolean;
  readonly arguments: readonly ModelAttribute[];
  readonly requests: readonly ModelRequest[];
  readonly reason?: string; // why no request serves the pattern
}

// A request that serves a pattern. A text `{name}` in a value of `input` stands for an argument.
export interface ModelRequest {
  readonly operation: string;
  readonly table: string;
  readonly index?: string;
  readonly input: object; // in DynamoDB JSON
  readonly values: readonly PlacedValue[]; // the values in `input` that are made from arguments
  readonly partitions?: number; // partition keys that it asks, one request each, if more than one
  readonly filters?: readonly string[]; // attributes that the program compares itself
  readonly forEachItem?: boolean; // sent for each item of the request before
}

export interface PlacedValue {
  readonly path: readonly string[]; // in `input`; the value there is {[type]: …}
  readonly type: string;
  readonly parts: readonly KeyPart[];
  readonly when?: readonly ModelCondition[]; // of arguments; if one fails, there is no value
}
