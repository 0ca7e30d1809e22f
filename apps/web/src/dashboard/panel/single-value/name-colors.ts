import { assignSeriesColors, type ChartTheme } from "@vedette/chart/core";
import type { ReducedValue } from "./reduced-values.ts";

/** The colour of a value that has none of its own: where series are coloured by their names, the same as in a chart of them. */
export function nameColors(
  values: readonly ReducedValue[],
  { series, rest, text }: ChartTheme,
): (value: ReducedValue) => string {
  const colors = assignSeriesColors(
    values.filter(isOfPalette).map(({ name }) => name),
    series.length,
  );
  return (value) => {
    if (!isOfPalette(value)) return series[0] ?? text;
    const index = colors.get(value.name)?.index;
    return index === undefined ? rest : (series[index] ?? rest);
  };
}

function isOfPalette({ field }: ReducedValue): boolean {
  return field.settings.color?.mode?.startsWith("palette") === true;
}
