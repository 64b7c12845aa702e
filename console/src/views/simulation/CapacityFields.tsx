import { SelectField } from "../../shared/parts/SelectField";
import { type FieldsProperties, NumberField } from "./NumberField";

// Capacity and scaling, as the model states them or as the user chooses.
export function CapacityFields(properties: FieldsProperties) {
  const { inputs, set } = properties;
  return (
    <>
      <SelectField
        label="Capacity"
        value={inputs.capacity}
        choices={[
          ["", "As the model says"],
          ["on-demand", "On-demand"],
          ["provisioned", "Provisioned"],
        ]}
        onChange={set("capacity")}
      />
      {inputs.capacity === "provisioned" && (
        <>
          <NumberField {...properties} label="Read units/s" name="reads" />
          <NumberField {...properties} label="Write units/s" name="writes" />
        </>
      )}
      <SelectField
        label="Scaling"
        value={inputs.scaling}
        choices={[
          ["", "As the model says"],
          ["target", "Target tracking"],
        ]}
        onChange={set("scaling")}
      />
      {inputs.scaling === "target" && (
        <>
          <NumberField {...properties} label="Target %" name="target" />
          <NumberField {...properties} label="Minimum units" name="least" />
          <NumberField {...properties} label="Maximum units" name="most" />
        </>
      )}
    </>
  );
}
