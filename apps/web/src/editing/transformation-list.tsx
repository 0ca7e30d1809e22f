import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { Checkbox } from "../control/checkbox.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { type JsonObject, objectsOf, textOf } from "../dashboard/model/json.ts";
import type { Drawn } from "../dashboard/panel/drawn.ts";
import { AddMenu } from "./add-menu.tsx";
import { namesBefore } from "./field-names.ts";
import { type FieldRulesProps, GroupedFields, OrganizedFields } from "./field-rules.tsx";
import { JsonPathList } from "./json-path-list.tsx";
import { editingMessages } from "./messages.ts";
import { OptionControl } from "./option-control.tsx";
import { valueIn } from "./set-in.ts";
import {
  freshTransformation,
  nameOfTransformation,
  TRANSFORMATION_CHOICES,
  transformationOptions,
} from "./transformation-options.ts";
import { UsedFields } from "./used-fields.tsx";
import "../control/section.css";
import "./part-editor.css";

interface TransformationListProps {
  readonly panel: JsonObject;
  readonly drawn: Drawn;
  readonly onChange: (panel: JsonObject) => void;
}

/** What is made of the answers before they are drawn, in its order. */
export function TransformationList({ panel, drawn, onChange }: TransformationListProps) {
  const { transformation: texts } = editingMessages;
  const steps = objectsOf(panel["transformations"]);
  const queries = [...new Set(drawn.answered.map(({ refId }) => refId))];
  const set = (transformations: readonly JsonObject[]) => onChange({ ...panel, transformations });
  const move = (at: number, by: number) => {
    const step = steps[at];
    if (step !== undefined) set(steps.toSpliced(at, 1).toSpliced(at + by, 0, step));
  };
  return (
    <section className="v-card v-stack" aria-label={texts.title}>
      <h2 className="v-section-title">{texts.title}</h2>
      {steps.map((step, at) => {
        const name = nameOfTransformation(textOf(step["id"]));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transformation may be there twice
          <section key={at} className="v-part" aria-label={texts.step(at + 1, name)}>
            <div className="v-part-bar">
              <h3 className="v-label">{texts.step(at + 1, name)}</h3>
              <Checkbox
                isSelected={step["disabled"] === true}
                onChange={(disabled) => set(steps.with(at, { ...step, disabled: disabled || undefined }))}
              >
                {texts.isOff}
              </Checkbox>
              <IconButton
                label={texts.up(name)}
                icon={<ArrowUp aria-hidden />}
                isDisabled={at === 0}
                onPress={() => move(at, -1)}
              />
              <IconButton
                label={texts.down(name)}
                icon={<ArrowDown aria-hidden />}
                isDisabled={at === steps.length - 1}
                onPress={() => move(at, 1)}
              />
              <IconButton
                label={texts.remove(name)}
                icon={<Trash2 aria-hidden />}
                onPress={() => set(steps.toSpliced(at, 1))}
              />
            </div>
            <StepOptions
              step={step}
              fieldNames={namesBefore(drawn.answered, panel, at)}
              queries={queries}
              onChange={(next) => set(steps.with(at, next))}
            />
          </section>
        );
      })}
      <div>
        <AddMenu
          label={texts.add}
          choices={TRANSFORMATION_CHOICES}
          onAdd={(id) => set([...steps, freshTransformation(id)])}
        />
      </div>
    </section>
  );
}

/** Those to which data tell settings of other data. */
const USING: ReadonlySet<string> = new Set(["rowsToFields", "configFromData"]);

interface StepOptionsProps extends FieldRulesProps {
  /** Letters of the queries that have an answer. */
  readonly queries: readonly string[];
}

function StepOptions({ step, fieldNames, queries, onChange }: StepOptionsProps) {
  const id = textOf(step["id"]);
  if (id === "organize") return <OrganizedFields step={step} fieldNames={fieldNames} onChange={onChange} />;
  if (id === "groupBy") return <GroupedFields step={step} fieldNames={fieldNames} onChange={onChange} />;
  const options = transformationOptions(id, step, queries);
  if (options === undefined) return <p className="v-hint">{editingMessages.transformation.unknown}</p>;
  const isJson = id === "extractFields" && valueIn(step, ["options", "format"]) === "json";
  return (
    <>
      {options.length > 0 && (
        <div className="v-part-options">
          {options.map((option) => (
            <OptionControl
              key={option.path.join(".")}
              option={option}
              panel={step}
              fieldNames={fieldNames}
              onChange={onChange}
            />
          ))}
        </div>
      )}
      {USING.has(id) && (
        <UsedFields step={step} fieldNames={fieldNames} areRows={id === "rowsToFields"} onChange={onChange} />
      )}
      {isJson && <JsonPathList step={step} onChange={onChange} />}
    </>
  );
}
