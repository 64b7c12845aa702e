// The answer of GET /_stator/bill, as docs/bill.md describes it. Dollars are for a month.

export type Subject = "writes" | "reads" | "storage" | "streams" | "warmThroughput";

export interface Bill {
  readonly since: string;
  readonly until: string;
  readonly hours: number; // the time that the counted traffic stands for
  readonly prices: { readonly name: string; readonly region: string; readonly date: string };
  readonly monthHours: number;
  readonly utilization: number;
  readonly dollars: number;
  readonly tables: readonly TableBill[];
  readonly patterns: readonly PatternBill[];
  readonly lines: readonly BillLine[];
  readonly unverified: string; // a sentence, or empty
  readonly usage: BillUsage; // the counts, from which the server makes bills again
}

export interface BillLine {
  readonly table: string;
  readonly index: string; // empty: the table itself
  readonly operation: string; // empty: no request causes the cost
  readonly pattern: string;
  readonly subject: Subject;
  readonly quantity: number;
  readonly dollars: number;
}

export interface PatternBill {
  readonly table: string;
  readonly operation: string;
  readonly pattern: string;
  readonly requests: number;
  readonly throttled: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly dollars: number;
  readonly indexDollars: number;
}

export interface TableBill {
  readonly table: string;
  readonly billing: "onDemand" | "provisioned";
  readonly class: string;
  readonly dollars: number;
  readonly writeUnitsPerSecond: number;
  readonly readUnitsPerSecond: number;
  readonly writeUnitsPeak: number;
  readonly readUnitsPeak: number;
  readonly bytes: number;
  readonly plans: readonly Plan[];
  readonly otherClassPlans: readonly Plan[];
  readonly cheapest: string;
  readonly cheapestUncommitted: string;
  readonly breakEven: readonly BreakEven[];
  readonly dax?: CacheBill;
}

export interface Plan {
  readonly plan: string; // "onDemand", "fullyUsed", "provisioned", "autoScaling", "reservedOneYear", …
  readonly dollars: number;
  readonly lines: readonly PlanLine[];
}

export interface PlanLine {
  readonly subject: Subject;
  readonly quantity: number;
  readonly unit: string;
  readonly price: number; // dollars a unit
  readonly dollars: number;
}

// Below these shares of full load, on-demand is cheaper than provisioned capacity.
export interface BreakEven {
  readonly subject: Subject;
  readonly fullLoadUnits: number; // units a second
  readonly fullyUsed: number;
  readonly atUtilization: number;
}

export interface CacheBill {
  readonly answered: number; // share of the read units
  readonly saved: number;
  readonly node: string;
  readonly nodes: number;
  readonly dollars: number;
  readonly pays: boolean;
}

export type BillUsage = { readonly since: string; readonly until: string };

// The changes between two bills.
export interface BillDiff {
  readonly before: number;
  readonly after: number;
  readonly changes: readonly BillChange[]; // the largest first
}

export interface BillChange {
  readonly table: string;
  readonly index: string;
  readonly operation: string;
  readonly pattern: string;
  readonly subject: Subject;
  readonly before: number;
  readonly after: number;
}
