import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { dashboardQuery } from "../api/dashboards.ts";
import { dataSourcesQuery } from "../api/data-sources.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { Status } from "../control/status.tsx";
import { messages } from "../messages/en.ts";
import { DEMO } from "./demo.ts";
import type { FiringAnswer } from "./find-firing.ts";
import { homeTexts } from "./messages.ts";
import { Part } from "./part.tsx";
import "./firing-part.css";

/** Dashboards whose panels are compared, the starred first. */
const MOST_DASHBOARDS = 10;
/** Questions that Home asks at a time. */
const AT_ONCE = 4;
const MINUTE = 60_000;

const texts = homeTexts.firing;

/** Panels of these dashboards beyond their critical thresholds; nothing on an instance with the demo alone. Its height is known before. */
export function FiringPart({ uids }: { readonly uids: readonly string[] }) {
  const isAtRest = useAtRest();
  const isWanted = uids.some((uid) => uid !== DEMO);
  const found = useQuery({ ...firingQuery(uids.slice(0, MOST_DASHBOARDS)), enabled: isWanted && isAtRest });
  if (!isWanted) return null;
  const at = found.data === undefined ? undefined : new Date(found.dataUpdatedAt).toISOString();
  return (
    <Part
      id="firing"
      title={texts.title}
      beside={<span className="v-hint">{at !== undefined && <Age at={at} />}</span>}
    >
      <div className="v-firing">
        {found.data !== undefined && <Found {...found.data} />}
        {found.isPending && <p className="v-firing-note v-hint">{texts.comparing}</p>}
        {found.isError && (
          <p className="v-firing-note">
            {texts.failed} <Button onPress={() => void found.refetch()}>{messages.error.retry}</Button>
          </p>
        )}
      </div>
    </Part>
  );
}

function Found({ firing, compared, left }: FiringAnswer) {
  const unknown = left > 0 && <span className="v-hint">{texts.left(left)}</span>;
  return (
    <>
      {firing.length > 0 && (
        <ul className="v-firing-panels">
          {firing.map(({ uid, dashboard, panel, title, series, value, threshold, others }) => (
            <li key={`${uid} ${panel}`}>
              <Link to={`/d/${encodeURIComponent(uid)}?viewPanel=${encodeURIComponent(panel)}`} className="v-home-card">
                <span className="v-home-card-text">
                  <Status kind="crit">
                    <strong>{title === "" ? dashboard : title}</strong>
                  </Status>
                  <span>
                    <strong>{value}</strong> {threshold}
                    {series !== "" && ` · ${series}`}
                    {others > 0 && ` ${texts.others(others)}`}
                  </span>
                  <span className="v-hint">{dashboard}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {firing.length === 0 && (
        <p className="v-firing-note">
          {compared > 0 && <Status kind="ok">{texts.none(compared)}</Status>}
          {compared + left === 0 && <span className="v-hint">{texts.nothing}</span>}
          {unknown}
        </p>
      )}
      {firing.length > 0 && unknown}
    </>
  );
}

function firingQuery(uids: readonly string[]) {
  return queryOptions({
    queryKey: ["dashboards", "firing", uids],
    staleTime: MINUTE,
    refetchInterval: MINUTE,
    // The next minute asks again.
    retry: false,
    queryFn: async ({ signal, client }): Promise<FiringAnswer> => {
      const [{ findFiring }, { callPrometheus }, { createQueryQueue }] = await Promise.all([
        import("./find-firing.ts"),
        import("../dashboard/data/prometheus-call.ts"),
        import("../dashboard/data/query-queue.ts"),
      ]);
      const queue = createQueryQueue(AT_ONCE);
      const sources = await client.fetchQuery({ ...dataSourcesQuery, staleTime: MINUTE });
      const answers = await Promise.allSettled(
        uids.map((uid) => queue.ask(uid, () => client.fetchQuery(dashboardQuery(uid)), signal)),
      );
      // What was deleted, or is no longer shown to this person, has nothing to compare.
      const boards = answers.flatMap((answer) =>
        answer.status === "fulfilled" ? [{ uid: answer.value.metadata.name, document: answer.value.spec }] : [],
      );
      return findFiring({
        boards,
        sources,
        now: Date.now(),
        ask: (call) =>
          queue.ask(
            JSON.stringify(call),
            async (given) => (await callPrometheus(call, { signal: given, signedOut: "wait" })).data,
            signal,
          ),
      });
    },
  });
}

/** Whether the browser has drawn what was there first. */
function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(() => setAtRest(true), 500);
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(() => setAtRest(true), { timeout: 2000 });
    return () => cancelIdleCallback(waiting);
  }, []);
  return isAtRest;
}
