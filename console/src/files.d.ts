declare module "*.module.css" {
  const names: { readonly [name: string]: string };
  export default names;
}
// Every style sheet of the sources; see styles.mjs.
declare module "all-styles";
// The parser of a Lezer grammar; see grammars.mjs.
declare module "*.grammar" {
  export const parser: import("@lezer/lr").LRParser;
}
// A page of the documentation, as text; see documentation.mjs.
declare module "documentation/*.md" {
  const text: string;
  export default text;
}
