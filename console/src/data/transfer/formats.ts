// The formats of files. JSON is plain and loses types; every other format keeps them.
export const FORMATS = ["csv", "json", "jsonl", "dynamodb"] as const;
export type Format = (typeof FORMATS)[number];

export const FORMAT_NAMES: { readonly [format in Format]: string } = {
  csv: "CSV",
  json: "JSON",
  jsonl: "JSON lines",
  dynamodb: "DynamoDB JSON",
};

const EXTENSIONS: { readonly [format in Format]: string } = {
  csv: "csv",
  json: "json",
  jsonl: "jsonl",
  dynamodb: "json",
};

export const formatOf = (name: string): Format | undefined => FORMATS.find((format) => format === name);

export function fileNameOf(table: string, format: Format, compressed: boolean): string {
  const kind = format === "dynamodb" ? ".dynamodb" : "";
  return `${table}${kind}.${EXTENSIONS[format]}${compressed ? ".gz" : ""}`;
}

// The format of a file's content.
export interface Content {
  readonly format: Format;
  readonly compressed: boolean;
  // How its records are told apart: one a line, or JSON values in an array or one after another.
  readonly records: "lines" | "values" | "rows";
  readonly delimiter: string; // between the cells of CSV
}

export const contentText = ({ format, compressed }: Pick<Content, "format" | "compressed">): string =>
  compressed ? `${FORMAT_NAMES[format]}, gzip` : FORMAT_NAMES[format];

const NAMED: { readonly [extension: string]: readonly Format[] } = {
  csv: ["csv"],
  tsv: ["csv"],
  json: ["json", "jsonl", "dynamodb"],
  jsonl: ["jsonl", "dynamodb"],
  ndjson: ["jsonl", "dynamodb"],
};

// Returns a sentence if a file's name promises another content than the file has.
export function mismatchOf(name: string, content: Content): string {
  const compressed = /\.gz$/i.test(name);
  const extension = /\.(\w+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const formats = NAMED[extension];
  const isOther = formats !== undefined && !formats.includes(content.format);
  if (!isOther && (formats === undefined || compressed === content.compressed)) return "";
  const promised = `.${extension}${compressed ? ".gz" : ""}`;
  return `The name ends in ${promised}, but the content is ${contentText(content)}. The content decides.`;
}
