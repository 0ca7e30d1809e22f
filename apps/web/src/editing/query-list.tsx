import { Blocks, Plus, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { proxyOf } from "../api/data-source-proxy.ts";
import { Button } from "../control/button.tsx";
import { Checkbox } from "../control/checkbox.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { findDataSource } from "../dashboard/data/data-source.ts";
import { sourceRefOf } from "../dashboard/data/panel-queries.ts";
import { type JsonObject, objectOf, textOf } from "../dashboard/model/json.ts";
import { readDataSource } from "../dashboard/model/read-panel.ts";
import type { Session } from "../dashboard/view/use-session.ts";
import { builderTexts } from "../query/builder-messages.ts";
import { PromqlEditor } from "../query/lazy-promql-editor.tsx";
import { editingMessages as texts } from "./messages.ts";
import { choicesOf } from "./options/option-row.ts";
import { addTarget, changeTarget, removeTarget, targetsOf, withSource } from "./panel-edits.ts";
import { MIXED, SourceSelect } from "./source-select.tsx";
import "../control/section.css";

const QueryBuilder = lazy(async () => ({ default: (await import("../query/query-builder.tsx")).QueryBuilder }));

interface QueryListProps {
  readonly panel: JsonObject;
  readonly session: Session;
  /** Why there is no answer. */
  readonly fault: string;
  readonly onChange: (panel: JsonObject) => void;
}

/** What a panel asks for. Every change is asked at once, so there is nothing to run. */
export function QueryList({ panel, session, fault, onChange }: QueryListProps) {
  const targets = targetsOf(panel);
  const [isBuilding, setBuilding] = useState(false);
  const isMixed = objectOf(panel["datasource"])["uid"] === MIXED;
  return (
    <section className="v-card v-stack" aria-label={texts.queries}>
      <h2 className="v-section-title">{texts.queries}</h2>
      <SourceSelect
        label={texts.settings.source}
        datasource={panel["datasource"]}
        sources={session.sources ?? []}
        document={session.dashboard.json}
        canBeMixed
        onChange={(datasource) => onChange(withSource(panel, datasource))}
      />
      {targets.map((target, at) => {
        const letter = textOf(target["refId"]) || String(at + 1);
        const set = (member: string, value: unknown) => onChange(changeTarget(panel, at, [member], value));
        return (
          <div key={letter} className="v-edit-query">
            <div className="v-edit-query-line">
              <PromqlEditor
                label={texts.query(letter)}
                placeholder={texts.placeholder}
                value={textOf(target["expr"])}
                base={baseOf(target, panel, session)}
                onRun={session.refresh.now}
                onChange={(expr) => set("expr", expr)}
              />
              <IconButton
                label={texts.removeQuery(letter)}
                icon={<Trash2 aria-hidden />}
                onPress={() => onChange(removeTarget(panel, at))}
              />
            </div>
            {isBuilding && (
              <Suspense>
                <QueryBuilder
                  label={texts.query(letter)}
                  text={textOf(target["expr"])}
                  base={baseOf(target, panel, session)}
                  onChange={(expr) => set("expr", expr)}
                />
              </Suspense>
            )}
            <div className="v-edit-query-more">
              {isMixed && (
                <SourceSelect
                  label={texts.sourceOf(letter)}
                  datasource={target["datasource"]}
                  sources={session.sources ?? []}
                  document={session.dashboard.json}
                  onChange={(datasource) => set("datasource", datasource)}
                />
              )}
              <TextField
                label={texts.legend}
                value={textOf(target["legendFormat"]).replace(/^__auto$/, "")}
                placeholder={texts.legendHint}
                onChange={(legend) => set("legendFormat", legend || "__auto")}
              />
              <Select
                label={texts.format}
                options={choicesOf(texts.formats)}
                value={textOf(target["format"], "time_series")}
                onChange={(format) => set("format", format)}
              />
              <TextField
                label={texts.leastStep}
                value={textOf(target["interval"])}
                placeholder="30s"
                onChange={(interval) => set("interval", interval || undefined)}
              />
              <Checkbox
                isSelected={target["instant"] === true}
                onChange={(instant) =>
                  onChange(changeTarget(changeTarget(panel, at, ["instant"], instant), at, ["range"], !instant))
                }
              >
                {texts.instant}
              </Checkbox>
              {panel["type"] === "timeseries" && (
                <Checkbox
                  isSelected={target["exemplar"] === true}
                  onChange={(exemplar) => set("exemplar", exemplar || undefined)}
                >
                  {texts.exemplars}
                </Checkbox>
              )}
              <Checkbox isSelected={target["hide"] === true} onChange={(hide) => set("hide", hide || undefined)}>
                {texts.hide}
              </Checkbox>
            </div>
          </div>
        );
      })}
      <div className="v-edit-query-more">
        <Button icon={<Plus aria-hidden />} onPress={() => onChange(addTarget(panel))}>
          {texts.addQuery}
        </Button>
        <Button icon={<Blocks aria-hidden />} aria-pressed={isBuilding} onPress={() => setBuilding(!isBuilding)}>
          {builderTexts.button}
        </Button>
      </div>
      {fault !== "" && <p className="v-edit-query-fault">{fault}</p>}
    </section>
  );
}

/** Where completions come from: the source of the query, or of the panel. */
function baseOf(target: JsonObject, panel: JsonObject, { sources = [], scope }: Session): string {
  const [own, panels] = [target, panel].map((one) => readDataSource(one["datasource"]));
  const found = findDataSource(sourceRefOf({ datasource: own ?? {} }, { datasource: panels ?? {} }), sources, scope);
  return found.kind === "prometheus" ? found.base : proxyOf("vedette");
}
