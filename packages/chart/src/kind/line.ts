import { LineChart } from "echarts/charts";
import { GridSimpleComponent } from "echarts/components";
import { use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

/**
 * Registers what every chart needs. Called when the first one is made, never on import, so that a bundler drops
 * what nobody uses. Registering twice is harmless.
 */
export function registerLine(): void {
  use([LineChart, GridSimpleComponent, CanvasRenderer]);
}
