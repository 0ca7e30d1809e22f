import { Plus, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { Button } from "../control/button.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { Select } from "../control/select.tsx";
import { type JsonObject, objectOf, objectsOf, textOf } from "../dashboard/model/json.ts";
import type { Drawn } from "../dashboard/panel/drawn.ts";
import { AddMenu } from "./add-menu.tsx";
import type { DocumentOption } from "./document-option.ts";
import { drawnNames } from "./field-names.ts";
import { LinkList } from "./link-list.tsx";
import { MappingList } from "./mapping-list.tsx";
import { editingMessages } from "./messages.ts";
import { OptionControl } from "./option-control.tsx";
import { NEW_OVERRIDE, overrideOptions, propertyChoices, withMatcher } from "./override-options.ts";
import { setIn, valueIn } from "./set-in.ts";
import { ThresholdList } from "./threshold-list.tsx";
import "./part-editor.css";

const PATH = ["fieldConfig", "overrides"] as const;

interface OverrideListProps {
  readonly panel: JsonObject;
  readonly drawn: Drawn;
  readonly onChange: (panel: JsonObject) => void;
}

/** Options that hold for some fields only, as for one series. The last one that fits counts. */
export function OverrideList({ panel, drawn, onChange }: OverrideListProps) {
  const { override: texts } = editingMessages;
  const fieldNames = useMemo(() => drawnNames(drawn.answered, panel), [drawn, panel]);
  const overrides = objectsOf(valueIn(panel, PATH));
  const set = (next: readonly JsonObject[]) => onChange(setIn(panel, PATH, next));
  return (
    <fieldset className="v-edit-group">
      <legend className="v-section-title">{texts.title}</legend>
      {overrides.map((override, at) => (
        <Override
          // biome-ignore lint/suspicious/noArrayIndexKey: overrides have no name, and are not moved
          key={at}
          place={at + 1}
          kind={textOf(panel["type"])}
          override={override}
          fieldNames={fieldNames}
          onChange={(next) => set(overrides.with(at, next))}
          onRemove={() => set(overrides.toSpliced(at, 1))}
        />
      ))}
      <div>
        <Button kind="quiet" icon={<Plus aria-hidden />} onPress={() => set([...overrides, NEW_OVERRIDE])}>
          {texts.add}
        </Button>
      </div>
    </fieldset>
  );
}

interface OverrideProps {
  /** From 1. */
  readonly place: number;
  /** Of the panel. */
  readonly kind: string;
  readonly override: JsonObject;
  readonly fieldNames: readonly string[];
  readonly onChange: (override: JsonObject) => void;
  readonly onRemove: () => void;
}

function Override({ place, kind, override, fieldNames, onChange, onRemove }: OverrideProps) {
  const { override: texts } = editingMessages;
  const matcher = textOf(objectOf(override["matcher"])["id"]);
  const matchers = Object.entries(texts.matchers).map(([id, label]) => ({ id, label }));
  const properties = objectsOf(override["properties"]);
  const set = (next: readonly JsonObject[]) => onChange({ ...override, properties: next });
  const known = [
    ...propertyChoices(kind),
    { id: "thresholds", label: editingMessages.thresholds },
    { id: "mappings", label: editingMessages.mapping.title },
    { id: "links", label: editingMessages.link.ofValues },
  ];
  const taken = new Set(properties.map(({ id }) => id));
  return (
    <div className="v-part">
      <div className="v-part-head">
        <Select
          label={texts.for}
          options={
            matchers.some(({ id }) => id === matcher) ? matchers : [...matchers, { id: matcher, label: matcher }]
          }
          value={matcher}
          onChange={(id) => onChange(withMatcher(override, id))}
        />
        <IconButton label={texts.remove(place)} icon={<Trash2 aria-hidden />} onPress={onRemove} />
      </div>
      {matcherOptions(matcher).map((option) => (
        <OptionControl
          key={option.label}
          option={option}
          panel={override}
          fieldNames={fieldNames}
          onChange={onChange}
        />
      ))}
      {properties.map((property, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a document may say one property twice
        <div key={at} className="v-part-line">
          <Property kind={kind} property={property} onChange={(next) => set(properties.with(at, next))} />
          <IconButton
            label={texts.removeOption(known.find(({ id }) => id === property["id"])?.label ?? textOf(property["id"]))}
            icon={<Trash2 aria-hidden />}
            onPress={() => set(properties.toSpliced(at, 1))}
          />
        </div>
      ))}
      <AddMenu
        label={texts.addOption}
        choices={known.filter(({ id }) => !taken.has(id))}
        onAdd={(id) => set([...properties, { id }])}
      />
    </div>
  );
}

function matcherOptions(matcher: string): readonly DocumentOption[] {
  const { override: texts } = editingMessages;
  const path = ["matcher", "options"];
  switch (matcher) {
    case "byName":
      return [{ label: texts.name, path, control: { as: "field" } }];
    case "byRegexp":
      return [{ label: texts.pattern, path, control: { as: "text", example: "/cpu.*/" } }];
    case "byFrameRefID":
      return [{ label: texts.query, path, control: { as: "text", example: "A" } }];
    case "byType": {
      const choices = Object.entries(texts.types).map(([id, label]) => ({ id, label }));
      return [{ label: texts.type, path, control: { as: "choice", choices } }];
    }
    default:
      return [];
  }
}

interface PropertyProps {
  readonly kind: string;
  /** `{id, value}` */
  readonly property: JsonObject;
  readonly onChange: (property: JsonObject) => void;
}

function Property({ kind, property, onChange }: PropertyProps) {
  if (property["id"] === "thresholds") return <ThresholdList panel={property} path={VALUE} onChange={onChange} />;
  if (property["id"] === "mappings") {
    return <MappingList mappings={property["value"]} onChange={(value) => onChange({ ...property, value })} />;
  }
  if (property["id"] === "links") {
    const { ofValues, ofValuesHint } = editingMessages.link;
    return (
      <LinkList
        title={ofValues}
        hint={ofValuesHint}
        links={property["value"]}
        onChange={(value) => onChange({ ...property, value })}
      />
    );
  }
  const options = overrideOptions(kind).filter(({ id }) => id === property["id"]);
  if (options.length === 0) return <p className="v-hint">{editingMessages.override.unknown(textOf(property["id"]))}</p>;
  return (
    <div className="v-part-fields">
      {options.map(({ option }) => (
        <OptionControl key={option.path.join(".")} option={option} panel={property} onChange={onChange} />
      ))}
    </div>
  );
}

const VALUE = ["value"] as const;
