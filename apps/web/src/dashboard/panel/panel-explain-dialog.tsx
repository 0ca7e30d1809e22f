import { Dialog as Layer } from "../../control/dialog.tsx";
import { type Fact, Facts } from "../../control/facts.tsx";
import type { PanelData, QueryReport } from "../data/use-panel-data.ts";
import { dashboardMessages } from "../messages.ts";
import { valueLine } from "../model/field/value-text.ts";
import { durationText } from "../model/time/duration.ts";
import { dateTimeText } from "../model/time/time-text.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import "./text/text.css";

interface PanelExplainDialogProps {
  readonly title: string;
  readonly data: PanelData;
  readonly onClose: () => void;
}

/** Where a panel's numbers come from: its questions, how they were asked, and what came back. */
export function PanelExplainDialog({ title, data, onClose }: PanelExplainDialogProps) {
  const { timeZone } = useDashboard();
  const { span, reports } = data;
  const texts = dashboardMessages.explain;
  return (
    <Layer title={texts.title(title)} isOpen onClose={onClose}>
      {reports.length === 0 && <p>{data.isLoading ? texts.waiting : texts.noQueries}</p>}
      {reports.length > 0 && (
        <p className="v-hint">
          {texts.range}: {dateTimeText(span.from, timeZone)} – {dateTimeText(span.to, timeZone)}
        </p>
      )}
      {reports.map((report) => (
        <Report key={`${report.query.refId} ${report.call.path}`} report={report} data={data} />
      ))}
    </Layer>
  );
}

interface ReportProps {
  readonly report: QueryReport;
  readonly data: PanelData;
}

function Report({ report: { query, source, took, bytes, warnings }, data }: ReportProps) {
  const texts = dashboardMessages.explain;
  const frames = (data.frames ?? []).filter(({ refId }) => refId === query.refId);
  const points = frames.reduce((sum, { length }) => sum + length, 0);
  const facts: readonly Fact[] = [
    [texts.source, source],
    [texts.step, query.step === undefined ? texts.instant : durationText(query.step)],
    [texts.took, valueLine(took, { unit: "ms" })],
    [texts.size, valueLine(bytes, { unit: "bytes" })],
    [texts.rows, texts.series(frames.length, points)],
    ...(warnings.length === 0 ? [] : [[texts.warnings, warnings.join(" ")] as const]),
  ];
  return (
    <section className="v-explain">
      <h3>{texts.query(query.refId)}</h3>
      <pre className="v-text-code">{query.expr}</pre>
      <Facts facts={facts} />
    </section>
  );
}
