import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Session } from "../view/use-session.ts";
import type { AnnotationPlace } from "./annotation-place.ts";

// Few look at a dashboard to say something.
const AnnotationDialog = lazy(async () => ({ default: (await import("./annotation-dialog.tsx")).AnnotationDialog }));

interface Annotating {
  readonly onAnnotate: (place: AnnotationPlace) => void;
  /** Has to stand somewhere on the page. */
  readonly dialog: ReactNode;
}

/** How people say what happened at a dashboard. */
export function useAnnotating(uid: string, { timeZone, dashboard }: Session): Annotating {
  const [place, setPlace] = useState<AnnotationPlace>();
  const close = () => setPlace(undefined);
  const dialog = place !== undefined && (
    <Suspense>
      <AnnotationDialog uid={uid} place={place} timeZone={timeZone} document={dashboard.json} onClose={close} />
    </Suspense>
  );
  return { onAnnotate: setPlace, dialog };
}
