import type { ChartOption } from "@vedette/chart/core";

import type { Size } from "../../view/use-size.ts";

interface GaugeLook {
  /** `NaN` for none. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly color: string;
  readonly track: string;
  /** Rising; CSS colours. */
  readonly steps: readonly { readonly from: number; readonly color: string }[];
  readonly size: Size;
}

/** An arc of 240 degrees: the value inside, the limits as a thin line around it. */
export function gaugeOption({ value, min, max, color, track, steps, size }: GaugeLook): ChartOption {
  const { radius, inner, thick } = gaugeRadii(size);
  const arc = {
    type: "gauge" as const,
    center: ["50%", size.height / 2 + radius * 0.22],
    startAngle: 210,
    endAngle: -30,
    // Shares: ECharts draws nothing of a range that is very small.
    min: 0,
    max: 1,
    ...BARE,
  };
  const shown = Number.isFinite(value) ? [{ value: Math.min(1, Math.max(0, (value - min) / (max - min))) }] : [];
  const limits = { width: Math.max(2, Math.round(radius * 0.045)), color: stopsOf(steps, { min, max }) };
  return {
    animation: false,
    series: [
      {
        ...arc,
        radius: inner,
        axisLine: { lineStyle: { width: thick, color: [[1, track]] } },
        progress: { show: shown.length > 0, width: thick, itemStyle: { color } },
        data: shown,
      },
      ...(steps.length < 2 ? [] : [{ ...arc, radius, silent: true, axisLine: { lineStyle: limits }, data: [] }]),
    ],
  };
}

function gaugeRadii(size: Size) {
  // The arc is as high as three quarters of its diameter.
  const radius = Math.max(10, Math.min(size.width / 2, size.height / 1.55) - 4);
  const thick = Math.max(4, Math.round(radius * 0.2));
  return { radius, thick, inner: radius - Math.max(2, Math.round(radius * 0.05)) - 3 };
}

/** What the arc leaves to its number: how wide that is, in CSS pixels. */
export function gaugeHole(size: Size): number {
  const { inner, thick } = gaugeRadii(size);
  return 2 * (inner - thick);
}

/** Nothing but the arc: the number is text beside it, so that it can be selected and scaled. */
const BARE = {
  animation: false,
  splitLine: { show: false },
  axisTick: { show: false },
  axisLabel: { show: false },
  pointer: { show: false },
  anchor: { show: false },
  detail: { show: false },
  title: { show: false },
};

/** ECharts wants each colour with the share of the range where it ends. */
function stopsOf(steps: GaugeLook["steps"], { min, max }: { min: number; max: number }): [number, string][] {
  return steps.map(({ color }, at) => {
    const end = steps[at + 1]?.from ?? max;
    return [Math.min(1, Math.max(0, (end - min) / (max - min))), color];
  });
}
