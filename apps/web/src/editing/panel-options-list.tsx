import { useState } from "react";
import { Select } from "../control/select.tsx";
import { type JsonObject, textOf } from "../dashboard/model/json.ts";
import { editingMessages as texts } from "./messages.ts";
import { OptionControl } from "./option-control.tsx";
import { optionsOf } from "./panel-options.ts";
import { setIn } from "./set-in.ts";
import { ThresholdList } from "./threshold-list.tsx";

interface PanelOptionsProps {
  readonly panel: JsonObject;
  /** The step's name first: what undo calls it. */
  readonly onChange: (step: string) => (panel: JsonObject) => void;
}

/** Every option of a panel, in groups, with a search over their names. */
export function PanelOptions({ panel, onChange }: PanelOptionsProps) {
  const [search, setSearch] = useState("");
  const kind = textOf(panel["type"]);
  const options = optionsOf(kind, search);
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
      {options.length === 0 && <p>{texts.noOption}</p>}
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
      {kind !== "text" && search === "" && <ThresholdList panel={panel} onChange={onChange(texts.thresholds)} />}
    </aside>
  );
}
