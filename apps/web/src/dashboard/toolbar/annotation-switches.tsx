import type { AnnotationQuery } from "../model/dashboard-document.ts";
import { cssColor } from "../model/field/color-name.ts";
import { useTheme } from "../view/use-theme.ts";
import "../../control/field.css";

interface AnnotationSwitchesProps {
  readonly queries: readonly AnnotationQuery[];
  readonly isOn: (query: AnnotationQuery) => boolean;
  readonly onSwitch: (name: string, isOn: boolean) => void;
}

/** One switch for each kind of event that can be drawn into the charts. */
export function AnnotationSwitches({ queries, isOn, onSwitch }: AnnotationSwitchesProps) {
  const theme = useTheme();
  return queries.map((query) => (
    <label key={query.name} className="v-variable v-annotation-switch">
      <input
        type="checkbox"
        className="v-check"
        checked={isOn(query)}
        onChange={({ target }) => onSwitch(query.name, target.checked)}
      />
      <span className="v-swatch" style={{ background: cssColor(query.iconColor || "blue", theme) }} aria-hidden />
      <span className="v-variable-value">{query.name}</span>
    </label>
  ));
}
