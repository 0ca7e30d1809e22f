import { Plus, Trash2 } from "lucide-react";
import type { FocusEvent } from "react";
import { Button } from "../control/button.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { Select } from "../control/select.tsx";
import { type JsonObject, numberOf, objectsOf, textOf } from "../dashboard/model/json.ts";
import { ColorField } from "./color-field.tsx";
import { editingMessages as texts } from "./messages.ts";
import { NumberField } from "./option-control.tsx";
import { choicesOf } from "./options/option-row.ts";
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
  const mode: string = valueIn(panel, [...path, "mode"]) === "percentage" ? "percentage" : "absolute";
  const set = (next: readonly JsonObject[]) => onChange(setIn(panel, path, { mode, steps: next }));
  const change = (at: number, member: string, value: unknown) =>
    set(steps.map((step, index) => (index === at ? { ...step, [member]: value } : step)));
  // Rows have no name but their place: they stay where they are while somebody is among them.
  const sortWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isInside = currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement);
    // The colours of a row are chosen from a list that lies elsewhere in the page.
    if (isInside || relatedTarget?.closest('[role="listbox"]')) return;
    const sorted = inOrder(steps);
    if (sorted.some((step, at) => step !== steps[at])) set(sorted);
  };
  const add = () => {
    const last = steps.reduce((most, step) => Math.max(most, numberOf(step["value"]) ?? 0), 0);
    set([...(steps.length === 0 ? [{ color: "green", value: null }] : steps), { color: "red", value: last + 10 }]);
  };
  return (
    <fieldset className="v-edit-thresholds" onBlur={sortWhenLeft}>
      <legend className="v-label">{texts.thresholds}</legend>
      {steps.map((step, at) => {
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
            <ColorField
              label={texts.color}
              isLabelHidden
              value={textOf(step["color"])}
              onChange={(color) => change(at, "color", color)}
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
      {steps.length > 1 && (
        <Select
          label={texts.thresholdsAre}
          value={mode}
          options={choicesOf(texts.thresholdModes)}
          onChange={(id) => onChange(setIn(panel, [...path, "mode"], id))}
        />
      )}
      <div>
        <Button kind="quiet" icon={<Plus aria-hidden />} onPress={add}>
          {texts.addThreshold}
        </Button>
      </div>
    </fieldset>
  );
}

/** As values rise, for so they are read elsewhere; the base stays below all. */
function inOrder([base, ...steps]: readonly JsonObject[]): readonly JsonObject[] {
  const from = (step: JsonObject) => numberOf(step["value"]) ?? Number.NEGATIVE_INFINITY;
  return [...(base === undefined ? [] : [base]), ...steps.toSorted((a, b) => from(a) - from(b))];
}
