import { type ReactNode, useMemo, useState } from "react";
import { Checkbox } from "../control/checkbox.tsx";
import { type JsonObject, textOf } from "../dashboard/model/json.ts";
import type { Drawn } from "../dashboard/panel/drawn.ts";
import { drawnNames } from "./field-names.ts";
import { fittingKinds } from "./fitting-kinds.ts";
import { KindPicker, KindPictures } from "./kind-picker.tsx";
import { LinkList } from "./link-list.tsx";
import { MappingList } from "./mapping-list.tsx";
import { editingMessages as texts } from "./messages.ts";
import { OptionControl } from "./option-control.tsx";
import { OverrideList } from "./override-list.tsx";
import { withKind } from "./panel-edits.ts";
import { optionsOf } from "./panel-options.ts";
import { setIn, valueIn } from "./set-in.ts";
import { THRESHOLDS_PATH, ThresholdList } from "./threshold-list.tsx";
import "../control/section.css";

interface PanelOptionsProps {
  readonly panel: JsonObject;
  readonly drawn: Drawn;
  /** It was added just now: its kind is chosen first. */
  readonly isNew?: boolean;
  /** Before the groups: what is of its place in the dashboard. */
  readonly more?: ReactNode;
  /** The step's name first: what undo calls it. */
  readonly onChange: (step: string) => (panel: JsonObject) => void;
}

/** Every option of a panel, in groups, with a search over their names. */
export function PanelOptions({ panel, drawn, isNew = false, more, onChange }: PanelOptionsProps) {
  const [search, setSearch] = useState("");
  const kind = textOf(panel["type"]);
  const [isOnlyChanged, setOnlyChanged] = useState(false);
  const [isChosen, setChosen] = useState(!isNew);
  const Picker = isChosen ? KindPicker : KindPictures;
  const fieldNames = useMemo(() => drawnNames(drawn.answered, panel), [drawn, panel]);
  const fitting = useMemo(() => fittingKinds(drawn.frames), [drawn]);
  const hasFields = optionsOf(kind, "").some(({ group }) => group === "field");
  const isAbout = (label: string, path: readonly string[]) =>
    label.toLowerCase().includes(search.trim().toLowerCase()) && isShown({ path });
  const isShown = ({ path }: { readonly path: readonly string[] }) => !isOnlyChanged || isChanged(panel, path);
  const options = optionsOf(kind, search).filter(isShown);
  const hasPanelLinks = isAbout(texts.link.ofPanel, PANEL_LINKS_PATH);
  const hasOther =
    hasPanelLinks ||
    (hasFields &&
      [
        [texts.thresholds, THRESHOLDS_PATH] as const,
        [texts.mapping.title, MAPPINGS_PATH] as const,
        [texts.link.ofValues, DATA_LINKS_PATH] as const,
        [texts.override.title, OVERRIDES_PATH] as const,
      ].some(([label, path]) => isAbout(label, path)));
  const groups = Object.entries(texts.groups).filter(([group]) => options.some((option) => option.group === group));
  return (
    <>
      <Picker
        kind={kind}
        fitting={fitting}
        onChange={(type) => {
          setChosen(true);
          if (type !== kind) onChange(texts.kind)(withKind(panel, type));
        }}
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
      {options.length === 0 && !hasOther && (
        <p>{isOnlyChanged && search === "" ? texts.nothingChanged : texts.noOption}</p>
      )}
      {search === "" && !isOnlyChanged && more}
      {groups.map(([group, label]) => (
        <fieldset key={group} className="v-edit-group v-edit-options-group">
          <legend className="v-section-title">{label}</legend>
          {options
            .filter((option) => option.group === group)
            .map((option) => (
              <OptionControl
                key={option.path.join(".")}
                option={option}
                panel={panel}
                fieldNames={fieldNames}
                onChange={onChange(option.label)}
              />
            ))}
        </fieldset>
      ))}
      {hasFields && isAbout(texts.thresholds, THRESHOLDS_PATH) && (
        <ThresholdList panel={panel} onChange={onChange(texts.thresholds)} />
      )}
      {hasFields && isAbout(texts.mapping.title, MAPPINGS_PATH) && (
        <MappingList
          mappings={valueIn(panel, MAPPINGS_PATH)}
          onChange={(mappings) => onChange(texts.mapping.title)(setIn(panel, MAPPINGS_PATH, mappings))}
        />
      )}
      {hasFields && isAbout(texts.link.ofValues, DATA_LINKS_PATH) && (
        <LinkList
          title={texts.link.ofValues}
          hint={texts.link.ofValuesHint}
          links={valueIn(panel, DATA_LINKS_PATH)}
          onChange={(links) => onChange(texts.link.ofValues)(setIn(panel, DATA_LINKS_PATH, links))}
        />
      )}
      {hasPanelLinks && (
        <LinkList
          title={texts.link.ofPanel}
          hint={texts.link.ofPanelHint}
          links={valueIn(panel, PANEL_LINKS_PATH)}
          onChange={(links) => onChange(texts.link.ofPanel)(setIn(panel, PANEL_LINKS_PATH, links))}
        />
      )}
      {hasFields && isAbout(texts.override.title, OVERRIDES_PATH) && (
        <OverrideList panel={panel} drawn={drawn} onChange={onChange(texts.override.title)} />
      )}
    </>
  );
}

const MAPPINGS_PATH = ["fieldConfig", "defaults", "mappings"];
const DATA_LINKS_PATH = ["fieldConfig", "defaults", "links"];
const PANEL_LINKS_PATH = ["links"];
const OVERRIDES_PATH = ["fieldConfig", "overrides"];

/** Whether the panel says something of an option, and not its kind alone. */
function isChanged(panel: JsonObject, path: readonly string[]): boolean {
  const value = valueIn(panel, path);
  return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}
