import { LanguageSupport, LRLanguage } from "@codemirror/language";
import { styleTags, tags } from "@lezer/highlight";

import { parser } from "./model.grammar";

const colours = styleTags({
  Keyword: tags.keyword,
  Verb: tags.keyword,
  ClauseWord: tags.modifier,
  "Definition/Name/...": tags.definition(tags.variableName),
  "Id/...": tags.labelName,
  "Attribute/Word Attribute/Keyword Attribute/ClauseWord Attribute/Verb": tags.propertyName,
  "Type/Word Type/Keyword Type/ClauseWord Type/Verb": tags.typeName,
  "Bracketed/Word Bracketed/Keyword Bracketed/ClauseWord Bracketed/Verb": tags.propertyName,
  Field: tags.attributeName,
  Number: tags.number,
  String: tags.string,
  Comment: tags.lineComment,
});

export const modelParser = parser.configure({ props: [colours] });

// The model language for the editor.
export const modelLanguage = new LanguageSupport(
  LRLanguage.define({ name: "model", parser: modelParser, languageData: { commentTokens: { line: "-- " } } }),
);
