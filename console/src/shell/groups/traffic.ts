// The views of a table's traffic and what it costs.
export { default as AdviceView } from "../../views/advice/AdviceView";
export { default as BillView } from "../../views/bill/BillView";
export { default as CapacityView } from "../../views/capacity/CapacityView";
export { default as HeatView } from "../../views/heat/HeatView";
