import { lazy, Suspense } from "react";
import type { NotFoundProps } from "./not-found-page.tsx";

/** Loaded where nothing is. */
const load = () => import("./not-found-page.tsx");

export const NotFoundPage = lazy(async () => ({ default: (await load()).NotFoundPage }));

const State = lazy(async () => ({ default: (await load()).NotFoundState }));

/** What to do where nothing is: search for something like it, or go on where one has been. */
export function NotFound(props: NotFoundProps) {
  return (
    <Suspense>
      <State {...props} />
    </Suspense>
  );
}
