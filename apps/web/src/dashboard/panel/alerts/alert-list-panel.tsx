import { useMemo } from "react";
import { Status } from "../../../control/status.tsx";
import { dashboardMessages } from "../../messages.ts";
import { textOf } from "../../model/json.ts";
import { dateTimeText, isoText } from "../../model/time/time-text.ts";
import { interpolate } from "../../model/variable/interpolate.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { type Alert, alertsOf, type NoAlerts, noAlertsOf } from "./alert-list.ts";
import "./alerts.css";

const texts = dashboardMessages.alerts;

/** What fires now, and what is about to: the alerts of a Prometheus that keeps rules. */
export function AlertListPanel({ panel: { options }, title, frames, scope }: PanelBodyProps) {
  const { timeZone } = useDashboard();
  const { alerts, all } = useMemo(
    () => alertsOf(frames, options, (text) => interpolate(text, scope)),
    [frames, options, scope],
  );
  const empty = noAlertsOf(frames);
  if (textOf(options["viewMode"]) === "stat") return <AlertCount count={all} empty={empty} />;
  if (all === 0) {
    return (
      <p className="v-panel-empty">
        <Status kind={kindOfNone(empty)}>{texts[empty]}</Status>
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that it has to be reached by keys
    <section className="v-alerts" aria-label={title} tabIndex={0}>
      <ul>
        {alerts.map((alert) => (
          <AlertLine key={`${alert.key} ${alert.state}`} alert={alert} timeZone={timeZone} />
        ))}
      </ul>
      {all > alerts.length && <p className="v-alerts-more">{dashboardMessages.chart.more(all - alerts.length)}</p>}
    </section>
  );
}

interface AlertLineProps {
  readonly alert: Alert;
  readonly timeZone: string;
}

function AlertLine({ alert: { name, state, severity, labels, since }, timeZone }: AlertLineProps) {
  return (
    <li className="v-alert-line">
      <Status kind={kindOf(state, severity)}>{texts.states[state]}</Status>
      <strong>{name}</strong>
      {since !== undefined && <time dateTime={isoText(since)}>{dateTimeText(since, timeZone)}</time>}
      {labels !== "" && <span className="v-alert-labels">{labels}</span>}
    </li>
  );
}

function kindOf(state: Alert["state"], severity: string): "crit" | "warn" | "info" {
  if (state === "pending") return "info";
  return severity === "" || /^(critical|error|page)$/i.test(severity) ? "crit" : "warn";
}

/** That nothing fires is good news only where something could. */
function kindOfNone(empty: NoAlerts): "ok" | "unknown" {
  return empty === "none" ? "ok" : "unknown";
}

function AlertCount({ count, empty }: { readonly count: number; readonly empty: NoAlerts }) {
  const kind = count === 0 ? kindOfNone(empty) : "crit";
  return (
    <div className="v-alert-count" data-kind={kind}>
      <span>{kind === "unknown" ? "–" : count}</span>
      <Status kind={kind}>{count === 0 ? texts[empty] : texts.count(count)}</Status>
    </div>
  );
}
