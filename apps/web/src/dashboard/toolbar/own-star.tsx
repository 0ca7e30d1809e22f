import { lazy, Suspense } from "react";

// With the texts of the list of dashboards; not among what a dashboard waits for.
const StarButton = lazy(async () => ({ default: (await import("../../dashboards/star-button.tsx")).StarButton }));

interface OwnStarProps {
  readonly uid: string;
  readonly title: string;
}

/** The star of the dashboard that is looked at; its room is kept until it comes. */
export function OwnStar(props: OwnStarProps) {
  return (
    <Suspense fallback={<span className="v-button" data-kind="icon" />}>
      <StarButton {...props} />
    </Suspense>
  );
}
