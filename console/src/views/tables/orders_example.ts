import type { CreateTableRequest } from "../../data/requests/table_shapes";
import { type Item, number, text, type Value } from "../../data/values/value";

// The table of the example model `orders` and its rows, so that the model recognises them later.

const CUSTOMERS = 40;
const ORDERS_PER_CUSTOMER = [3, 5, 2, 7, 4, 6, 1, 8];
const LINES_PER_ORDER = [1, 2, 3, 2, 4];
const STATUSES = ["CLOSED", "SHIPPED", "CLOSED", "PAID", "CLOSED"];
const TIERS = ["basic", "basic", "silver", "basic", "gold"];
const NAMES = ["Ada", "Grace", "Edsger", "Barbara", "Donald", "Leslie", "Frances", "Tony", "Radia", "Ken"];
const SKUS = ["TEA-GREEN", "CUP-BLUE", "POT-IRON", "TIN-SMALL", "SPOON-OAK", "TRAY-ASH", "CLOTH-RED"];
const FIRST_DAY = Date.UTC(2026, 8, 1);
const DAYS = 75;
const DAY_MS = 86_400_000;

// The newest orders of the first customers are open. The model spreads open orders over four shards
// by MD5, which browsers do not offer: so these ids are listed with their shards.
export const OPEN_SHARDS: ReadonlyMap<string, number> = new Map([
  ["o1001", 1],
  ["o1002", 0],
  ["o1003", 1],
  ["o1004", 2],
  ["o1005", 2],
  ["o1006", 2],
  ["o1007", 3],
  ["o1008", 2],
]);

export const ORDERS_TABLE: CreateTableRequest = {
  TableName: "app-main",
  AttributeDefinitions: ["PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK"].map((AttributeName) => ({
    AttributeName,
    AttributeType: "S",
  })),
  KeySchema: [
    { AttributeName: "PK", KeyType: "HASH" },
    { AttributeName: "SK", KeyType: "RANGE" },
  ],
  BillingMode: "PAY_PER_REQUEST",
  GlobalSecondaryIndexes: ["GSI1", "GSI2"].map((IndexName) => ({
    IndexName,
    KeySchema: [
      { AttributeName: `${IndexName}PK`, KeyType: "HASH" },
      { AttributeName: `${IndexName}SK`, KeyType: "RANGE" },
    ],
    Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["total"] },
  })),
  StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
};

export function ordersItems(): Item[] {
  const items: Item[] = [];
  let order = 1000;
  for (let customer = 1; customer <= CUSTOMERS; customer++) {
    const custId = `c${100 + customer}`;
    items.push(customerItem(custId, customer));
    for (let of = 0; of < pick(ORDERS_PER_CUSTOMER, customer); of++) {
      items.push(...orderItems(custId, ++order));
    }
  }
  return items;
}

function customerItem(custId: string, at: number): Item {
  const name = pick(NAMES, at);
  return item("Customer", `CUST#${custId}`, "PROFILE", {
    custId: text(custId),
    name: text(`${name} ${custId.toUpperCase()}`),
    email: text(`${name.toLowerCase()}.${custId}@example.com`),
    tier: text(pick(TIERS, at)),
    createdAt: text(day(at)),
  });
}

function orderItems(custId: string, at: number): Item[] {
  const orderId = `o${at}`;
  const orderDate = day((at * 13) % DAYS);
  const shard = OPEN_SHARDS.get(orderId);
  const status = shard === undefined ? pick(STATUSES, at) : "OPEN";
  const lines = linesOf(orderId, at);
  const total = lines.reduce((sum, line) => sum + line.cents, 0);
  const shared = {
    custId: text(custId),
    orderDate: text(orderDate),
    status: text(status),
    total: number((total / 100).toFixed(2)),
    version: number(1),
  };
  const indexed = {
    GSI1PK: text(`CUST#${custId}#${status}`),
    GSI1SK: text(`${orderDate}#${orderId}`),
    ...(shard !== undefined && { GSI2PK: text(`OPEN#${shard}`), GSI2SK: text(`${orderDate}#${orderId}`) }),
  };
  return [
    item("Order", `CUST#${custId}`, `ORDER#${orderDate}#${orderId}`, {
      ...shared,
      orderId: text(orderId),
      ...indexed,
    }),
    item("Order", `ORDER#${orderId}`, "META", { ...shared, orderId: text(orderId) }),
    ...lines.map((line) => line.item),
  ];
}

function linesOf(orderId: string, at: number): { item: Item; cents: number }[] {
  return Array.from({ length: pick(LINES_PER_ORDER, at) }, (_, line) => {
    const quantity = 1 + ((at + line) % 3);
    const price = 450 + ((at * 37 + line * 91) % 4000);
    return {
      cents: quantity * price,
      item: item("Line", `ORDER#${orderId}`, `ITEM#${String(line + 1).padStart(3, "0")}`, {
        orderId: text(orderId),
        lineNo: number(line + 1),
        sku: text(pick(SKUS, at + 3 * line)),
        qty: number(quantity),
        price: number((price / 100).toFixed(2)),
      }),
    };
  });
}

const item = (type: string, pk: string, sk: string, attributes: { readonly [name: string]: Value }): Item =>
  new Map([["PK", text(pk)], ["SK", text(sk)], ["_type", text(type)], ...Object.entries(attributes)]);

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!;

const day = (at: number): string => new Date(FIRST_DAY + at * DAY_MS).toISOString().slice(0, 10);
