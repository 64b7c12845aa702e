// A request as the console keeps it: an operation of DynamoDB and its input in DynamoDB JSON.
export interface OperationRequest {
  readonly operation: string;
  readonly input: object;
}

// Where code sends its requests.
export interface Target {
  readonly endpoint: string; // without a slash at the end
  readonly region: string;
  readonly isSigned: boolean; // the server checks credentials, which code takes from its environment
}

const LARGE = /(?<=[a-z])(?=[A-Z])/;

// "BatchGetItem" in the spelling of command lines and Python: batch-get-item, batch_get_item.
export const spelled = (operation: string, between: "-" | "_"): string =>
  operation.split(LARGE).join(between).toLowerCase();
