import { useState } from "react";
import { Checkbox } from "../control/checkbox.tsx";
import { Select } from "../control/select.tsx";
import { type JsonObject, textOf } from "../dashboard/model/json.ts";
import { editingMessages as texts } from "./messages.ts";
import { OptionControl } from "./option-control.tsx";
import { optionsOf } from "./panel-options.ts";
import { setIn, valueIn } from "./set-in.ts";
import { ThresholdList } from "./threshold-list.tsx";
import "../control/section.css";

interface PanelOptionsProps {
  readonly panel: JsonObject;
  /** The step's name first: what undo calls it. */
  readonly onChange: (step: string) => (panel: JsonObject) => void;
}

/** Every option of a panel, in groups, with a search over their names. */
export function PanelOptions({ panel, onChange }: PanelOptionsProps) {
  const [search, setSearch] = useState("");
  const kind = textOf(panel["type"]);
  const [isOnlyChanged, setOnlyChanged] = useState(false);
  const isShown = ({ path }: { readonly path: readonly string[] }) => !isOnlyChanged || isChanged(panel, path);
  const options = optionsOf(kind, search).filter(isShown);
  const groups = Object.entries(texts.groups).filter(([group]) => options.some((option) => option.group === group));
  const kinds = Object.entries(texts.kinds).map(([id, label]) => ({ id, label }));
  return (
    <aside className="v-edit-options" aria-label={texts.options}>
      <Select
        label={texts.kind}
        options={kinds.some(({ id }) => id === kind) ? kinds : [...kinds, { id: kind, label: kind }]}
        value={kind}
        onChange={(type) => onChange(texts.kind)(setIn(panel, ["type"], type))}
      />
      <input
        className="v-input"
        type="search"
        placeholder={texts.search}
        aria-label={texts.search}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <Checkbox isSelected={isOnlyChanged} onChange={setOnlyChanged}>
        {texts.onlyChanged}
      </Checkbox>
      {options.length === 0 && <p>{isOnlyChanged && search === "" ? texts.nothingChanged : texts.noOption}</p>}
      {groups.map(([group, label]) => (
        <fieldset key={group} className="v-edit-group">
          <legend className="v-section-title">{label}</legend>
          {options
            .filter((option) => option.group === group)
            .map((option) => (
              <OptionControl
                key={option.path.join(".")}
                option={option}
                panel={panel}
                onChange={onChange(option.label)}
              />
            ))}
        </fieldset>
      ))}
      {kind !== "text" && search === "" && isShown({ path: THRESHOLDS }) && (
        <ThresholdList panel={panel} onChange={onChange(texts.thresholds)} />
      )}
    </aside>
  );
}

const THRESHOLDS = ["fieldConfig", "defaults", "thresholds"];

/** Whether the panel says something of an option, and not its kind alone. */
function isChanged(panel: JsonObject, path: readonly string[]): boolean {
  const value = valueIn(panel, path);
  return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}
