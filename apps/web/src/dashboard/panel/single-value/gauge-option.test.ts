import { expect, it } from "vitest";
import { gaugeOption } from "./gauge-option.ts";

it("an arc is as long as its value is far in its range, however small that is", () => {
  const look = { color: "red", track: "grey", steps: [], size: { width: 200, height: 150 } };

  for (const unit of [1e-300, 1, 1e300]) {
    expect(gaugeOption({ ...look, value: 2 * unit, min: unit, max: 5 * unit })).toMatchObject({
      series: [{ min: 0, max: 1, data: [{ value: 0.25 }] }],
    });
  }
});
