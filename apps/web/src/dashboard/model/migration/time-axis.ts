import { type JsonObject, listOf, objectOf } from "../json.ts";

/** A time chart that hid its value axis hid its time axis too, until schema 35. */
export function keepTimeAxis(panel: JsonObject): JsonObject {
  const config = objectOf(panel["fieldConfig"]);
  const custom = objectOf(objectOf(config["defaults"])["custom"]);
  if (panel["type"] !== "timeseries" || custom["axisPlacement"] !== "hidden") return panel;
  const override = {
    matcher: { id: "byType", options: "time" },
    properties: [{ id: "custom.axisPlacement", value: "auto" }],
  };
  return { ...panel, fieldConfig: { ...config, overrides: [...listOf(config["overrides"]), override] } };
}
