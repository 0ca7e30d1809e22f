import { durationText } from "../time/duration.ts";
import { rateIntervalOf } from "../time/step.ts";
import type { Span } from "../time/time-range.ts";
import type { VariableOption } from "./variable-option.ts";

/** Names with the value they stand for. */
export type BuiltIns = readonly (readonly [string, VariableOption])[];

interface DashboardFacts {
  readonly span: Span;
  readonly timeZone: string;
  readonly title: string;
  readonly user: { readonly login: string; readonly email: string; readonly uid: string };
}

/** What every text of a dashboard may name: its range, zone, title, and who looks at it. */
export function dashboardBuiltIns({ span, timeZone, title, user }: DashboardFacts): BuiltIns {
  return [
    ...spanBuiltIns(span),
    builtIn("__timezone", timeZone),
    builtIn("__dashboard", title),
    builtIn("__user.login", user.login),
    builtIn("__user.email", user.email),
    builtIn("__user.id", user.uid),
    builtIn("__org", "1"),
    builtIn("__org.id", "1"),
    builtIn("__org.name", "default"),
  ];
}

/** Of what {@link dashboardBuiltIns} names, that which moves with the clock. */
export function spanBuiltIns(span: Span): BuiltIns {
  const seconds = Math.max(1, Math.round((span.to - span.from) / 1000));
  return [
    builtIn("__from", String(Math.round(span.from))),
    builtIn("__to", String(Math.round(span.to))),
    builtIn("__range", `${seconds}s`),
    builtIn("__range_s", String(seconds)),
    builtIn("__range_ms", String(seconds * 1000)),
  ];
}

/**
 * What a query may name besides: the distance between its points.
 *
 * @param step - milliseconds
 * @param scrapeInterval - milliseconds between two samples; 15 s unless given
 */
export function stepBuiltIns(step: number, scrapeInterval?: number): BuiltIns {
  const rateInterval = rateIntervalOf(step, scrapeInterval);
  return [
    builtIn("__interval", durationText(step)),
    builtIn("__interval_ms", String(step)),
    builtIn("__rate_interval", durationText(rateInterval)),
    builtIn("__rate_interval_ms", String(rateInterval)),
  ];
}

function builtIn(name: string, value: string): readonly [string, VariableOption] {
  return [name, { value, text: value }];
}
