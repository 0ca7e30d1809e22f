import { useLocation } from "react-router";
import { isRefusal, isUnknown } from "../api/api-error.ts";
import { ErrorState } from "../control/error-state.tsx";
import { messages } from "../messages/en.ts";
import { NoAccessState } from "./no-access.tsx";
import { NotFound } from "./not-found.tsx";

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
  const { pathname } = useLocation();
  if (isUnknown(error)) {
    // The server names the kind of thing in its own words, which are of no use to somebody who followed a link.
    return <NotFound text={messages.notFound.text(pathname)} wanted={wanted} />;
  }
  if (!isRefusal(error)) return <ErrorState error={error} onRetry={onRetry} />;
  return <NoAccessState text={messages.noAccess.thing(permission)} />;
}
