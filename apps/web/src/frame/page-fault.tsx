import { lazy, Suspense } from "react";
import { isRefusal } from "../api/api-error.ts";
import { ErrorState } from "../control/error-state.tsx";
import { messages } from "../messages/en.ts";
import { NoAccessState } from "./no-access.tsx";

/** Loaded where nothing is. */
const NotFound = lazy(async () => ({ default: (await import("./not-found-page.tsx")).NotFound }));

interface PageFaultProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** What the server asks for before it shows the thing, as the table of permissions names it. */
  readonly permission: string;
  /** What the address names: the search for something like it begins with it. */
  readonly wanted: string;
}

/** Why the thing that a page is about did not come: it is not there, it may not be seen, or the answer failed. */
export function PageFault({ error, onRetry, permission, wanted }: PageFaultProps) {
  if (!isRefusal(error)) return <ErrorState error={error} onRetry={onRetry} />;
  if (error.status === 403) return <NoAccessState text={messages.noAccess.thing(permission)} />;
  return (
    <Suspense>
      <NotFound text={error.message} wanted={wanted} />
    </Suspense>
  );
}
