import { newestQuery } from "../../frame/newest-query.ts";
import { spanOf } from "../model/time/dashboard-span.ts";
import type { Span } from "../model/time/time-range.ts";
import type { Session } from "./use-session.ts";
import { wishesOf } from "./wishes.ts";

/** What the address asks for now, which may not be drawn yet: two quick steps earlier are two. */
export function newestSpan({ dashboard, refresh }: Session): Span {
  const { range, timeZone } = wishesOf(newestQuery());
  return spanOf(dashboard, range ?? dashboard.time, { now: refresh.at, timeZone }).span;
}
