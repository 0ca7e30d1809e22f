import { useQuery } from "@tanstack/react-query";
import { Blocks, Columns2, Play, Plus, Trash2, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { proxyOf } from "../api/data-source-proxy.ts";
import { type DataSource, dataSourcesQuery } from "../api/data-sources.ts";
import { Button } from "../control/button.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { Select } from "../control/select.tsx";
import { useTyped } from "../control/use-typed.ts";
import { builderTexts } from "../query/builder-messages.ts";
import { PromqlEditor } from "../query/lazy-promql-editor.tsx";
import { type ExploredSide, refIdOf, SHOWN } from "./explore-document.ts";
import { exploreMessages as texts } from "./messages.ts";
import { MetricTree } from "./metric-tree.tsx";
import { PastQueries } from "./past-queries.tsx";
import { forgetQueries, type PastQuery, pastQueries, rememberQuery } from "./query-history.ts";
import { MOST_QUERIES } from "./use-explored.ts";

const QueryBuilder = lazy(async () => ({ default: (await import("../query/query-builder.tsx")).QueryBuilder }));

/** Lines without anything in them ask for nothing. */
function written(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.trim() !== "");
}

function isSameQuery(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(written(one)) === JSON.stringify(written(other));
}

function optionOf({ uid, name }: DataSource) {
  return { id: uid, label: name };
}

interface ExploreQueriesProps {
  readonly asked: ExploredSide;
  /** What the side is called where there are two. */
  readonly label: string | undefined;
  readonly onChange: (change: Partial<ExploredSide>) => void;
  /** Asks beside it, beginning with what is written; nothing where that is done already. */
  readonly onSplit: ((asked: Partial<ExploredSide>) => void) | undefined;
  /** Leaves the other side alone; nothing where there is none. */
  readonly onClose: (() => void) | undefined;
}

/** What is asked for, with what helps to ask: all metrics, and what was asked before. */
export function ExploreQueries({ asked, label, onChange, onSplit, onClose }: ExploreQueriesProps) {
  const asking = useQuery(dataSourcesQuery);
  const { data: sources = [] } = asking;
  const { typed, type, send } = useTyped(asked.expressions, isSameQuery);
  const lines = typed.length > 0 ? typed : [""];
  const source = asked.source === "" ? (sources.find(({ isDefault }) => isDefault)?.uid ?? "vedette") : asked.source;
  const [past, setPast] = useState(pastQueries);
  const [isBuilding, setBuilding] = useState(false);
  const run = (wanted: PastQuery = { source: asked.source, expressions: lines }, tell = onChange) => {
    const expressions = written(wanted.expressions);
    setPast(rememberQuery({ ...wanted, expressions }));
    send(expressions);
    tell({ ...wanted, expressions });
  };
  const pick = (name: string) => {
    run({ source: asked.source, expressions: [...written(lines).slice(0, MOST_QUERIES - 1), name] });
  };
  return (
    <form
      className="v-card v-stack"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {lines.map((line, at) => (
        <div key={refIdOf(at)} className="v-explore-line">
          <PromqlEditor
            label={texts.query(refIdOf(at))}
            placeholder={texts.placeholder}
            value={line}
            base={proxyOf(source)}
            onRun={() => run()}
            onChange={(changed) => type(lines.with(at, changed))}
          />
          {lines.length > 1 && (
            <IconButton
              label={texts.remove(refIdOf(at))}
              icon={<Trash2 aria-hidden />}
              onPress={() => type(lines.toSpliced(at, 1))}
            />
          )}
          {isBuilding && (
            <Suspense>
              <QueryBuilder
                label={texts.query(refIdOf(at))}
                text={line}
                base={proxyOf(source)}
                onChange={(changed) => type(lines.with(at, changed))}
              />
            </Suspense>
          )}
        </div>
      ))}
      <div className="v-explore-acts">
        <Button type="submit" kind="primary" icon={<Play aria-hidden />}>
          {texts.run}
        </Button>
        <Button
          icon={<Plus aria-hidden />}
          isDisabled={lines.length >= MOST_QUERIES}
          onPress={() => type([...lines, ""])}
        >
          {texts.add}
        </Button>
        <Button icon={<Blocks aria-hidden />} aria-pressed={isBuilding} onPress={() => setBuilding(!isBuilding)}>
          {builderTexts.button}
        </Button>
        <Select
          label={texts.show}
          isLabelHidden
          value={asked.shown}
          options={SHOWN.map((id) => ({ id, label: texts.shows[id] }))}
          onChange={(shown) => onChange({ shown })}
        />
        {/* Its place is there before it is known which there are: nothing may move what comes below. */}
        {(asking.isPending || sources.length > 0) && (
          <Select
            label={texts.source}
            isLabelHidden
            value={source}
            options={asking.isPending ? [{ id: source, label: texts.source }] : sources.map(optionOf)}
            onChange={(uid) => onChange({ source: uid })}
          />
        )}
        {onSplit !== undefined && (
          <Button icon={<Columns2 aria-hidden />} onPress={() => run(undefined, onSplit)}>
            {texts.split}
          </Button>
        )}
        {onClose !== undefined && (
          <Button kind="quiet" icon={<X aria-hidden />} onPress={onClose}>
            {texts.closeSide}
          </Button>
        )}
        <span className="v-hint">{texts.hint}</span>
      </div>
      <MetricTree source={source} onPick={pick} />
      <MissingPart name={texts.source} query={asking} />
      <PastQueries queries={past} onRun={run} onForget={() => setPast(forgetQueries())} />
    </form>
  );
}
