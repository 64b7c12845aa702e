declare module "*.module.css" {
  const names: { readonly [name: string]: string };
  export default names;
}
// Every style sheet of the sources; see styles.mjs.
declare module "all-styles";
