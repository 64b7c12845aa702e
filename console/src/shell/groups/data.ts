// The views of a table's data and settings. Views of a group load together: fewer files, and fewer
// requests before a view is there.
export { default as CreateFromModel } from "../../views/tables/CreateFromModel";
export { default as CreateTable } from "../../views/tables/CreateTable";
export { default as ExportView } from "../../views/transfer/ExportView";
export { default as ImportView } from "../../views/transfer/ImportView";
export { default as IndexesView } from "../../views/indexes/IndexesView";
export { default as ItemView } from "../../views/item/ItemView";
export { default as StreamView } from "../../views/stream/StreamView";
export { default as TablePage } from "../../views/tables/TablePage";
