// The answers of the functions on models (docs/operating.md): the JSON of `stator model`.

export interface Checked {
  readonly file: string;
  readonly model: string;
  readonly patterns: readonly CheckedPattern[];
  readonly findings: readonly Finding[];
}

export interface CheckedPattern {
  readonly id: string;
  readonly request?: string; // in words; absent: `reason`
  readonly reason?: string;
  readonly operation?: string;
  readonly table?: string;
  readonly index?: string;
  readonly statement?: CheckedStatement; // of a pattern with `sql`
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface CheckedStatement {
  readonly text: string;
  readonly access: readonly { readonly operation: string; readonly keyCondition?: string }[];
  readonly filter: boolean;
  readonly because?: string; // why it scans
}

export interface Finding {
  readonly code: string; // "syntax": the text is no model
  readonly severity: "note" | "warning" | "error";
  readonly line: number; // from 1
  readonly column: number; // in bytes, from 1
  readonly subject: string;
  readonly message: string;
  readonly cure: string;
}

export interface PriceOptions {
  readonly prices?: string; // the name of built-in prices
  readonly class?: "standard" | "ia";
  readonly scale?: string; // "10x"
  readonly withoutIndex?: readonly string[];
  readonly projection?: readonly string[]; // "GSI1=all"
  readonly tablePerEntity?: boolean;
  readonly singleTable?: boolean;
  readonly freeTier?: boolean;
}

export interface ModelPrice {
  readonly model: string;
  readonly prices: { readonly name: string; readonly region: string; readonly date: string };
  readonly design: PricedDesign;
  readonly whatIf?: PricedDesign;
  readonly rare: readonly RarePattern[];
  readonly unverified: string; // a sentence; empty: all prices used are verified
  readonly budget?: number;
  readonly overBudget?: boolean;
}

// Dollars are those of a month.
export interface PricedDesign {
  readonly name: string;
  readonly patterns: readonly PricedPattern[];
  readonly tables: readonly PricedResource[];
  readonly localIndexes: readonly PricedResource[];
  readonly plans: readonly PricedPlan[];
  readonly total: number; // by the cheapest plan
  readonly notes: readonly string[];
}

export interface PricedPattern {
  readonly id: string;
  readonly perSecond: number;
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly scans: boolean;
  readonly onDemand: number;
  readonly autoScaling: number;
}

export interface PricedResource {
  readonly table: string;
  readonly index?: string;
  readonly bytes: number;
  readonly storage?: number;
  readonly onDemand: number;
  readonly autoScaling: number;
}

export interface PricedPlan {
  readonly plan: string;
  readonly dollars: number;
}

export interface RarePattern {
  readonly id: string;
  readonly dollars: number;
  readonly index?: string;
  readonly moreWithIndex?: number;
}

export interface Advice {
  readonly model: string;
  readonly advice: readonly {
    readonly topic: string;
    readonly question: string;
    readonly answer: string;
    readonly close: boolean;
    readonly reasons: readonly string[];
  }[];
}

export interface Exported {
  readonly text: string;
  readonly leftOut: readonly string[]; // sentences
}

export interface Imported {
  readonly text: string;
  readonly remarks: readonly string[];
  readonly unread: readonly { readonly pattern?: string; readonly sentence: string }[];
}

export interface Example {
  readonly name: string;
  readonly text: string;
}

export interface PriceTables {
  readonly default: string;
  readonly prices: readonly { readonly name: string }[];
}

export interface ModelFileList {
  readonly saving: boolean; // false: the server keeps no model files
  readonly models: readonly ModelFile[];
  readonly more: boolean;
}

export interface ModelFile {
  readonly name: string;
  readonly bytes: number;
  readonly time: string;
  readonly etag: string;
}
