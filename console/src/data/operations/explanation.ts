// The header x-stator-explain (docs/operating.md).
export interface Explanation {
  readonly operation: string;
  readonly table: string;
  readonly index?: string;
  readonly keyRange?: string;
  readonly backward?: boolean;
  readonly consistent: boolean;
  readonly itemsExamined: number;
  readonly itemsReturned: number;
  readonly itemsFiltered: number;
  readonly itemsFetched?: number;
  readonly itemsWritten?: number;
  readonly bytesRead: number;
  readonly units: number;
  readonly indexUnits?: { readonly [index: string]: number };
  readonly indexesLeftOut?: number;
  readonly pagesToGo?: number;
  readonly pagesAtLeast?: boolean;
  readonly pagesEstimated?: boolean;
}

export function explanationOf(header: string | undefined): Explanation | undefined {
  if (header === undefined) return undefined;
  try {
    return JSON.parse(header) as Explanation;
  } catch {
    return undefined;
  }
}

// The pages behind this one in words.
export function pagesText({ pagesToGo, pagesAtLeast = false, pagesEstimated = false }: Explanation): string {
  if (pagesToGo === undefined) return "";
  if (pagesToGo === 0) return "This was the last page.";
  const count = pagesToGo === 1 ? "1 page" : `${pagesToGo} pages`;
  return pagesAtLeast ? `At least ${count} to go.` : pagesEstimated ? `About ${count} to go.` : `${count} to go.`;
}

const WASTE = 10; // the server's advice begins at this many items read for one returned
const LARGE_PAGE = 100;

// Returns advice that follows from this one answer.
export function remarksOn(explanation: Explanation): string[] {
  const { operation, itemsExamined, itemsReturned, itemsFetched = 0, consistent, index, units } = explanation;
  const remarks: string[] = [];
  if (itemsExamined >= WASTE && itemsExamined >= WASTE * itemsReturned) {
    remarks.push("The filter drops most of what is read and paid for. Put its attribute into a key, of an index perhaps.");
  }
  if (operation === "Scan" && itemsExamined >= LARGE_PAGE) {
    remarks.push("A Scan reads everything, and more as the table grows. A Query reads one collection.");
  }
  if (itemsFetched > 0) {
    remarks.push("The index lacks attributes, so items were fetched from the table too. Project them, or ask for fewer.");
  }
  if (consistent && index === undefined && units >= 1 && operation !== "TransactGetItems") {
    remarks.push("A strongly consistent read costs twice an eventually consistent one.");
  }
  return remarks;
}
