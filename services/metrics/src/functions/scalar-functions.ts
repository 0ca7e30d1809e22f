import type { Value } from "../engine/values.ts";
import type { CallContext } from "./declaration.ts";
import { scalarsOf } from "./vector-functions.ts";

function constant({ frame }: CallContext, value: number): Value {
  return { kind: "scalar", values: new Float64Array(frame.count).fill(value) };
}

/** `start()`: when the query begins, in seconds; of a query about one time, that time. */
export function start(context: CallContext): Value {
  return constant(context, context.queryTimes.startMs / 1000);
}

/** `end()` */
export function end(context: CallContext): Value {
  return constant(context, context.queryTimes.endMs / 1000);
}

/** `range()`: seconds from the start of the query to its end. */
export function range(context: CallContext): Value {
  return constant(context, (context.queryTimes.endMs - context.queryTimes.startMs) / 1000);
}

/** `step()`: seconds between two steps of the query; 0 where it asks about one time. */
export function step(context: CallContext): Value {
  return constant(context, context.queryTimes.stepMs / 1000);
}

/** `max_of(a, b)`. An infinite one wins even against what is no number, as in the peer's arithmetic. */
export function maxOf(context: CallContext): Value {
  return eachPair(context, (one, other) =>
    one === Number.POSITIVE_INFINITY || other === Number.POSITIVE_INFINITY
      ? Number.POSITIVE_INFINITY
      : Math.max(one, other),
  );
}

/** `min_of(a, b)` */
export function minOf(context: CallContext): Value {
  return eachPair(context, (one, other) =>
    one === Number.NEGATIVE_INFINITY || other === Number.NEGATIVE_INFINITY
      ? Number.NEGATIVE_INFINITY
      : Math.min(one, other),
  );
}

function eachPair({ arguments: [left, right] }: CallContext, pick: (one: number, other: number) => number): Value {
  const others = scalarsOf(right);
  return { kind: "scalar", values: scalarsOf(left).map((value, at) => pick(value, others[at] ?? Number.NaN)) };
}
