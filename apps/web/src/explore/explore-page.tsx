import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LayoutDashboard, Play, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { createDashboard } from "../api/dashboards.ts";
import { proxyOf } from "../api/data-source-proxy.ts";
import { dataSourcesQuery } from "../api/data-sources.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { Select } from "../control/select.tsx";
import { useTyped } from "../control/use-typed.ts";
import { listOf } from "../dashboard/model/json.ts";
import { RefreshPicker } from "../dashboard/toolbar/refresh-picker.tsx";
import { TimePicker } from "../dashboard/toolbar/time-picker.tsx";
import { DashboardGrid } from "../dashboard/view/dashboard-grid.tsx";
import { DashboardProvider } from "../dashboard/view/dashboard-provider.tsx";
import { useAddress } from "../dashboard/view/use-address.ts";
import { useDashboardKeys } from "../dashboard/view/use-dashboard-keys.ts";
import { useSession } from "../dashboard/view/use-session.ts";
import { newestQuery, withValues } from "../frame/newest-query.ts";
import { Page } from "../frame/page.tsx";
import { PromqlEditor } from "../query/lazy-promql-editor.tsx";
import { exploreDocument, refIdOf, SHOWN, type Shown } from "./explore-document.ts";
import { exploreMessages as texts } from "./messages.ts";
import { MetricTree } from "./metric-tree.tsx";
import { PastQueries } from "./past-queries.tsx";
import { forgetQueries, type PastQuery, pastQueries, rememberQuery } from "./query-history.ts";
import "../dashboard/view/dashboard.css";
import "./explore-page.css";

/** More lines than these are no question any more. */
const MOST_QUERIES = 10;

/** `/explore?expr=…&source=…&show=…`: metrics asked for without a dashboard. What is run stands in the address. */
export function ExplorePage() {
  const asked = useAsked();
  const address = useAddress();
  const document = useMemo(
    () => exploreDocument(asked.expressions, { source: asked.source, shown: asked.shown }),
    [asked.expressions, asked.source, asked.shown],
  );
  const session = useSession(document, address.wishes);
  useDashboardKeys(undefined, session, address);
  const saving = useSaving();
  return (
    <Page
      title={texts.title}
      width="full"
      actions={
        <div className="v-dashboard-tools" role="toolbar" aria-label={texts.title} data-place="bar">
          <TimePicker session={session} onRange={address.setRange} />
          <RefreshPicker session={session} onRefresh={address.setRefresh} />
        </div>
      }
    >
      <div className="v-explore">
        <Queries asked={asked} />
        {saving.error !== null && <Alert kind="crit">{saving.error.message}</Alert>}
        {asked.expressions.length === 0 ? (
          <EmptyState icon={LayoutDashboard} title={texts.begin} text={texts.beginText} />
        ) : (
          <DashboardProvider
            session={session}
            uid="explore"
            viewedPanel={address.viewedPanel}
            onRange={address.setRange}
            onViewPanel={address.viewPanel}
          >
            {session.sources !== undefined && <DashboardGrid fit="scroll" />}
          </DashboardProvider>
        )}
        {asked.expressions.length > 0 && (
          <div className="v-explore-acts">
            <Button isPending={saving.isPending} onPress={() => saving.mutate({ ...document, time: session.range })}>
              {texts.save}
            </Button>
            <CopyPanel panel={listOf(document["panels"])[0]} />
          </div>
        )}
      </div>
    </Page>
  );
}

/** What is copied here is pasted into a dashboard that is being edited. */
function CopyPanel({ panel }: { readonly panel: unknown }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(JSON.stringify(panel)).then(() => setCopied(true));
  return <Button onPress={copy}>{isCopied ? texts.copied : texts.copy}</Button>;
}

/** Lines without anything in them ask for nothing. */
function written(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.trim() !== "");
}

function isSameQuery(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(written(one)) === JSON.stringify(written(other));
}

function Queries({ asked }: { readonly asked: Asked }) {
  const { data: sources = [] } = useQuery(dataSourcesQuery);
  const { typed, type, send } = useTyped(asked.expressions, isSameQuery);
  const lines = typed.length > 0 ? typed : [""];
  const source = asked.source === "" ? (sources.find(({ isDefault }) => isDefault)?.uid ?? "vedette") : asked.source;
  const [past, setPast] = useState(pastQueries);
  const run = (wanted: PastQuery = { source: asked.source, expressions: lines }) => {
    const expressions = written(wanted.expressions);
    setPast(rememberQuery({ ...wanted, expressions }));
    send(expressions);
    asked.run({ ...wanted, expressions });
  };
  const pick = (name: string) => {
    run({ source: asked.source, expressions: [...written(lines).slice(0, MOST_QUERIES - 1), name] });
  };
  return (
    <form
      className="v-card v-stack"
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
        <Select
          label={texts.show}
          isLabelHidden
          value={asked.shown}
          options={SHOWN.map((id) => ({ id, label: texts.shows[id] }))}
          onChange={asked.show}
        />
        {sources.length > 1 && (
          <Select
            label={texts.source}
            isLabelHidden
            value={source}
            options={sources.map(({ uid, name }) => ({ id: uid, label: name }))}
            onChange={asked.choose}
          />
        )}
        <span className="v-hint">{texts.hint}</span>
      </div>
      <MetricTree source={source} onPick={pick} />
      <PastQueries queries={past} onRun={run} onForget={() => setPast(forgetQueries())} />
    </form>
  );
}

interface Asked {
  readonly expressions: readonly string[];
  /** Uid; "" for the default one. */
  readonly source: string;
  readonly shown: Shown;
  readonly run: (query: PastQuery) => void;
  readonly show: (shown: Shown) => void;
  readonly choose: (source: string) => void;
}

/** What the address asks for. */
function useAsked(): Asked {
  const [query, setQuery] = useSearchParams();
  const text = JSON.stringify(query.getAll("expr").slice(0, MOST_QUERIES));
  const expressions = useMemo<readonly string[]>(() => JSON.parse(text), [text]);
  const set = (changes: Readonly<Record<string, readonly string[]>>) => setQuery(withValues(newestQuery(), changes));
  return {
    expressions,
    source: query.get("source") ?? "",
    shown: SHOWN.find((known) => known === query.get("show")) ?? "both",
    run: (query) => set({ expr: query.expressions, source: query.source === "" ? [] : [query.source] }),
    show: (shown) => set({ show: [shown] }),
    choose: (source) => set({ source: [source] }),
  };
}

function useSaving() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (spec: Parameters<typeof createDashboard>[1]) => createDashboard({ generateName: "explored-" }, spec),
    onSuccess: async ({ metadata }) => {
      await queryClient.invalidateQueries({ queryKey: ["dashboards"] });
      await navigate(`/d/${encodeURIComponent(metadata.name)}`);
    },
  });
}
