import { useQuery } from "@tanstack/react-query";
import { type LimitUse, limitUsesQuery } from "../api/limit-uses.ts";
import { ErrorState } from "../control/error-state.tsx";
import { Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { TableRow } from "../control/table-row.tsx";
import { messages } from "../messages/en.ts";
import { keptLanguage } from "../messages/language.ts";
import { AccessPage } from "./access-page.tsx";
import { groupsOf } from "./access-pages.ts";
import { texts } from "./messages.ts";
import { Settings } from "./settings-page.tsx";

const words = texts.limitUses;

/** How often things may be tried, how much of that is used now, and by whom. */
export function RateLimitsPage() {
  return (
    <AccessPage page="rate-limits">
      <Uses />
      <Settings groupsOf={(fields) => groupsOf("rate-limits", fields)} />
    </AccessPage>
  );
}

function Uses() {
  const uses = useQuery(limitUsesQuery);
  const { columns } = words;
  const head = (
    <>
      <th scope="col">{columns.limit}</th>
      <th scope="col">{columns.used}</th>
      <WideHead>{columns.nearest}</WideHead>
      <WideHead>{columns.window}</WideHead>
    </>
  );
  return (
    <Section title={words.title} lead={words.lead}>
      {uses.error !== null && <ErrorState error={uses.error} onRetry={() => void uses.refetch()} />}
      {uses.isPending && <SkeletonTable label={messages.loading} columns={4} />}
      {uses.data !== undefined && (
        <Table hasSheets label={texts.pages["rate-limits"]} head={head}>
          {uses.data
            .filter(isOn)
            .toSorted(byShare)
            .map((use) => (
              <TableRow key={use.limiter} name={nameOf(use.limiter)}>
                <th scope="row">
                  <div className="v-limit-name">{nameOf(use.limiter)}</div>
                  {FIXED.has(use.limiter) && <div className="v-hint">{words.fixed}</div>}
                </th>
                <td>
                  <Used use={use} />
                </td>
                <td className="v-cell-wide">
                  <Nearest use={use} />
                </td>
                <td className="v-cell-quiet v-cell-wide">{windowOf(use)}</td>
              </TableRow>
            ))}
        </Table>
      )}
    </Section>
  );
}

/** Those nearest to their limit first. */
function byShare(one: LimitUse, other: LimitUse): number {
  return shareOf(other) - shareOf(one);
}

function shareOf({ nearest, limit }: LimitUse): number {
  return (nearest[0]?.used ?? 0) / Math.max(1, limit);
}

/** What the protocol leaves to nobody. */
const FIXED: ReadonlySet<string> = new Set(["verify"]);

/** Sign-ups of a domain are counted only where they are limited. */
function isOn({ of, limit }: LimitUse): boolean {
  return of !== "domain" || limit > 0;
}

/** From so much on somebody is near a limit. */
const NEAR = 0.8;

function Used({ use: { limit, nearest } }: { readonly use: LimitUse }) {
  const used = nearest[0]?.used ?? 0;
  const kind = used >= limit ? "crit" : used >= limit * NEAR ? "warn" : "ok";
  const word = kind === "ok" ? "" : ` · ${kind === "crit" ? words.reached : words.near}`;
  return (
    <Status kind={kind}>
      {words.ofLimit(used, limit)}
      {word}
    </Status>
  );
}

function Nearest({ use: { of, users, nearest } }: { readonly use: LimitUse }) {
  if (of === "project") return words.project;
  if (nearest.length === 0) return words.nobody;
  return (
    <>
      {nearest.map(({ name, people, used }) => (
        <div key={`${name} ${used}`}>
          {name ?? words.unknown}
          {people.length > 0 && ` (${people.join(", ")})`}: {used}
        </div>
      ))}
      {users > nearest.length && <div className="v-hint">{words.others(users - nearest.length)}</div>}
    </>
  );
}

function windowOf({ refill_seconds, window_seconds }: LimitUse): string {
  if (window_seconds !== null) return words.perWindow(window_seconds / 60);
  return refill_seconds === null || refill_seconds === 0 ? words.closed : words.refill(secondsText(refill_seconds));
}

/** In the language of the page: a point is a comma in some. */
function secondsText(seconds: number): string {
  return seconds.toLocaleString(keptLanguage(), { maximumFractionDigits: 1 });
}

function nameOf(limiter: string): string {
  const names: Readonly<Record<string, string>> = words.names;
  return names[limiter] ?? limiter;
}
