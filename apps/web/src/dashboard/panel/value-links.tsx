import { lazy, Suspense } from "react";
import type { DataLink } from "../model/dashboard-document.ts";

/** Few values lead anywhere. */
const ValueLink = lazy(async () => ({ default: (await import("./value-link.tsx")).ValueLink }));

interface ValueLinksProps {
  /** What the value is called. */
  readonly name: string;
  readonly links: readonly DataLink[];
}

/** What lies over a value that leads somewhere; nothing over others. */
export function ValueLinks({ name, links }: ValueLinksProps) {
  if (links.length === 0) return null;
  return (
    <Suspense>
      <ValueLink name={name} links={links} />
    </Suspense>
  );
}
