import { asAwsCli } from "./cli";
import { asCpp } from "./cpp";
import { asCurl } from "./curl";
import { asPython } from "./python";
import type { OperationRequest, Target } from "./request";
import { asTypeScript } from "./typescript";

// The languages that a request can be written in. The code runs as it stands.
export const LANGUAGES = [
  ["cli", "AWS CLI"],
  ["python", "Python"],
  ["typescript", "TypeScript"],
  ["cpp", "C++"],
  ["curl", "curl"],
] as const;

export type Language = (typeof LANGUAGES)[number][0];

const WRITERS: { readonly [language in Language]: (request: OperationRequest, target: Target) => string } = {
  cli: asAwsCli,
  python: asPython,
  typescript: asTypeScript,
  cpp: asCpp,
  curl: asCurl,
};

export const codeOf = (language: Language, request: OperationRequest, target: Target): string =>
  WRITERS[language](request, target);
