import { Plus, Trash2 } from "lucide-react";
import { Button } from "../control/button.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { Select } from "../control/select.tsx";
import { type JsonObject, numberOf, objectsOf, textOf } from "../dashboard/model/json.ts";
import { COLOR_CHOICES } from "./color-choices.ts";
import { editingMessages as texts } from "./messages.ts";
import { NumberField } from "./option-control.tsx";
import { setIn, valueIn } from "./set-in.ts";

/** Where those of all fields stand. */
export const THRESHOLDS_PATH: readonly string[] = ["fieldConfig", "defaults", "thresholds"];

interface ThresholdListProps {
  readonly panel: JsonObject;
  readonly path?: readonly string[];
  readonly onChange: (panel: JsonObject) => void;
}

/** From which value on which colour; the base has none below it. */
export function ThresholdList({ panel, path = THRESHOLDS_PATH, onChange }: ThresholdListProps) {
  const steps = objectsOf(valueIn(panel, [...path, "steps"]));
  const set = (next: readonly JsonObject[]) => {
    const mode = valueIn(panel, [...path, "mode"]) ?? "absolute";
    onChange(setIn(panel, path, { mode, steps: next }));
  };
  const change = (at: number, member: string, value: unknown) =>
    set(steps.map((step, index) => (index === at ? { ...step, [member]: value } : step)));
  const add = () => {
    const last = numberOf(steps.at(-1)?.["value"]) ?? 0;
    set([...(steps.length === 0 ? [{ color: "green", value: null }] : steps), { color: "red", value: last + 10 }]);
  };
  return (
    <fieldset className="v-edit-thresholds">
      <legend className="v-label">{texts.thresholds}</legend>
      {steps.map((step, at) => {
        const color = textOf(step["color"]);
        const isKnown = COLOR_CHOICES.some(({ id }) => id === color);
        const options = isKnown ? COLOR_CHOICES : [...COLOR_CHOICES, { id: color, label: color }];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name, and are not moved
          <div key={at} className="v-edit-threshold">
            {at === 0 ? (
              <span>{texts.base}</span>
            ) : (
              <NumberField
                label={texts.from}
                value={step["value"]}
                onChange={(value) => change(at, "value", value ?? 0)}
              />
            )}
            <Select
              label={texts.color}
              isLabelHidden
              value={color}
              options={options}
              onChange={(id) => change(at, "color", id)}
            />
            {at > 0 && (
              <IconButton
                label={texts.removeThreshold(String(step["value"]))}
                icon={<Trash2 aria-hidden />}
                onPress={() => set(steps.filter((_, index) => index !== at))}
              />
            )}
          </div>
        );
      })}
      <div>
        <Button kind="quiet" icon={<Plus aria-hidden />} onPress={add}>
          {texts.addThreshold}
        </Button>
      </div>
    </fieldset>
  );
}
