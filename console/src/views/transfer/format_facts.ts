import type { Format } from "../../data/transfer/formats";

interface Facts {
  readonly reads: string;
  readonly writes: string;
  readonly example: string;
}

export const FORMAT_FACTS: { readonly [format in Format]: Facts } = {
  csv: {
    reads: "The header names each column and its type. A column without a type holds texts. An empty cell means that the item lacks the attribute.",
    writes:
      "For spreadsheets. The header has a type for each column. What does not fit its column goes into the last one, so every type comes back.",
    example: "id:S,price:N,tags:SS\nx1,9.50,\"[\"\"a\"\",\"\"b\"\"]\"",
  },
  json: {
    reads: "An array of objects, as programs write them. Numbers keep all digits.",
    writes: "One array for other programs. Sets become lists and bytes become base64, so types get lost.",
    example: '[{"id": "x1", "price": 9.50}]',
  },
  jsonl: {
    reads: "One object a line. A set or bytes have one member, as in DynamoDB JSON.",
    writes: "One item a line. A value that JSON cannot express has one member that names its type, so every type comes back.",
    example: '{"id": "x1", "price": 9.50, "tags": {"SS": ["a", "b"]}}',
  },
  dynamodb: {
    reads: "One item a line, as AWS exports tables to S3.",
    writes: "One item a line, as AWS exports tables to S3. Every type comes back.",
    example: '{"Item": {"id": {"S": "x1"}, "price": {"N": "9.50"}}}',
  },
};
