import {
  CONSOLE_FAULT,
  type Failure,
  UNREACHABLE,
  UNREADABLE,
  UNREADABLE_FILE,
  UNREADABLE_MODEL,
  UNWRITABLE_FILE,
  wantsCredentials,
} from "./failure";

const REMEDIES: { readonly [type: string]: string } = {
  [UNREACHABLE]: "Check that the server runs and that this address still leads to it. Then try again.",
  [UNREADABLE]: "Check that this address leads to Stator and to no other server, and that both have one version.",
  [CONSOLE_FAULT]: "This is a fault of the console. Reload the page, and report it if it comes back.",
  [UNREADABLE_FILE]: "Choose a file of CSV, JSON, JSON lines or DynamoDB JSON, compressed with gzip or not.",
  [UNREADABLE_MODEL]: "Choose a model, a file of another tool, or a list of access patterns.",
  [UNWRITABLE_FILE]: "Export with gzip, export an index or a query, or use a browser that writes to disk.",
  ValidationException: "Correct the value that the message names, and send it again.",
  SerializationException: "The request is not the JSON that the operation takes. Correct it.",
  ResourceNotFoundException: "It may have been deleted or renamed. Reload the list of tables.",
  ResourceInUseException: "Wait until the table's status is ACTIVE, or choose a name that is free.",
  LimitExceededException: "Wait for the change under way to end, or ask for less.",
  ConditionalCheckFailedException: "The item has changed. Read it again before you write.",
  TransactionCanceledException: "Look at the reason of each action. Correct the failed ones, or try again after a conflict.",
  TransactionInProgressException: "The same token is being carried out. Wait for it, or release the transaction if it is held.",
  IdempotentParameterMismatchException: "The token belongs to another request. Use a new ClientRequestToken.",
  ItemCollectionSizeLimitExceededException: "A local index bounds a collection to 10 GB. Delete items of this partition key.",
  TransactionConflictException: "Another transaction has the item. Try again in a moment.",
  ProvisionedThroughputExceededException: "The table has no capacity left. Wait, or raise its units.",
  ThrottlingException: "The server has more to do than it accepts. Wait a moment and try again.",
  RequestLimitExceeded: "The account's units are used up. Wait a moment and try again.",
  InternalServerError: "Look at the server's health and log. A full disk is the usual cause.",
  AccessDeniedException: "Open the console under a name that the server knows: see admin-name.",
  UnknownOperationException: "This server does not have the operation. Its version may be older.",
};

// Returns one sentence that says what to do.
export function remedyOf(failure: Failure): string {
  if (wantsCredentials(failure)) return "Sign in with a key of the server's credentials file.";
  const known = REMEDIES[failure.type];
  if (known !== undefined) return known;
  if (failure.status === 403) return "Open the console under a name that the server knows: see admin-name.";
  if (failure.status >= 500) return "Look at the server's health and log, then try again.";
  return "Correct the request that the message describes, and send it again.";
}
