import type { AnnotationQuery } from "../model/dashboard-document.ts";
import { cssColor } from "../model/field/color-name.ts";
import { useTheme } from "../view/use-theme.ts";
import "../../control/field.css";

interface AnnotationSwitchProps {
  readonly query: AnnotationQuery;
  readonly isOn: boolean;
  /** Nothing where charts show no events. */
  readonly onSwitch: ((name: string, isOn: boolean) => void) | undefined;
}

/** Switches one kind of event that can be drawn into the charts. */
export function AnnotationSwitch({ query, isOn, onSwitch }: AnnotationSwitchProps) {
  const theme = useTheme();
  return (
    <label className="v-variable v-annotation-switch">
      <input
        type="checkbox"
        className="v-check"
        checked={isOn}
        onChange={({ target }) => onSwitch?.(query.name, target.checked)}
      />
      <span className="v-swatch" style={{ background: cssColor(query.iconColor || "blue", theme) }} aria-hidden />
      <span className="v-variable-value">{query.name}</span>
    </label>
  );
}
