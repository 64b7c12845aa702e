// The views of models and requests.
export { default as ModelView } from "../../views/model/ModelView";
export { default as OperationsView } from "../../views/operations/OperationsView";
export { default as SimulationView } from "../../views/simulation/SimulationView";
