import { ageOf } from "./age-of.ts";

interface AgeProps {
  /** RFC 3339, as the server gives it. */
  readonly at: string;
}

/** How long ago something was; the exact time when pointed at. */
export function Age({ at }: AgeProps) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return null;
  return (
    <time dateTime={at} title={time.toLocaleString(undefined, { dateStyle: "full", timeStyle: "long" })}>
      {ageOf(time, new Date())}
    </time>
  );
}
