import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { RouterProvider } from "react-aria-components";
import { Navigate, Outlet, useHref, useLocation, useMatch, useNavigate } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { showInOwnLanguage } from "../api/preferences.ts";
import { hasSessionEnded, watchSession } from "../api/session-end.ts";
import { type CurrentUser, currentUserQuery } from "../api/user.ts";
import { ErrorState } from "../control/error-state.tsx";
import { StillWorking } from "../control/still-working.tsx";
import { AT_MOST_MS } from "../live/at-rest.ts";
import { useChanges } from "../live/use-changes.ts";
import { readLinkAnswer } from "../sign-in/link-answer.ts";
import { CurrentUserContext } from "./current-user.tsx";

const loadDialog = async () => ({ default: (await import("./session-ended.tsx")).SessionEnded });
const SessionEnded = lazy(loadDialog);
const RequiredFactor = lazy(async () => ({ default: (await import("./required-factor.tsx")).RequiredFactor }));

/** Milliseconds after which a page has come to rest. */
const REST_MS = 10_000;

/** Where links of their kind go on; all others, to the page of confirmations. */
const LINK_PAGES: ReadonlyMap<string, string> = new Map([
  ["invite", "/join"],
  ["recovery", "/reset"],
]);

/** Lets only signed-in people through; everybody else is sent to sign in and comes back to the same address. */
export function SignedIn() {
  const user = useQuery(currentUserQuery);
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    if (user.data !== undefined) showInOwnLanguage();
  }, [user.data]);

  if (user.data !== undefined) {
    return (
      <RouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
        <CurrentUserContext value={user.data}>
          <Pages user={user.data} />
          <WhenSessionEnds user={user.data} />
        </CurrentUserContext>
      </RouterProvider>
    );
  }
  if (user.error instanceof ApiError && user.error.status === 401) {
    // A mail's link that names no page of its own leads to the first one; its secrets are nothing to come back to.
    const answer = readLinkAnswer({ search: pathname === "/" ? search : "", hash });
    if (answer.kind !== "nothing") {
      const page = "type" in answer ? LINK_PAGES.get(answer.type) : undefined;
      return <Navigate to={{ pathname: page ?? "/confirm", search, hash }} replace />;
    }
    const next = `${pathname}${search}${hash}`;
    return (
      <Navigate
        to={{ pathname: "/sign-in", search: next === "/" ? "" : `?next=${encodeURIComponent(next)}` }}
        replace
      />
    );
  }
  if (user.error !== null) {
    return (
      <main className="v-whole-page">
        <ErrorState level={1} error={user.error} onRetry={() => void user.refetch()} />
      </main>
    );
  }
  return (
    <main className="v-whole-page">
      <StillWorking />
    </main>
  );
}

function Pages({ user }: { readonly user: CurrentUser }) {
  if (user.missingFactor?.kind !== "required") {
    return (
      <>
        <Outlet />
        <LiveChanges />
      </>
    );
  }
  return (
    <Suspense>
      <RequiredFactor />
    </Suspense>
  );
}

/** The dialog is fetched while the session lasts: it is there when it ends, whatever the server has become since. */
function WhenSessionEnds({ user }: { readonly user: CurrentUser }) {
  const hasEnded = useSyncExternalStore(watchSession, hasSessionEnded);
  useEffect(() => {
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!hasEnded) return null;
  return (
    <Suspense>
      <SessionEnded user={user} />
    </Suspense>
  );
}

/** Only for those who are signed in; nobody else is told anything. */
function LiveChanges() {
  const isWall = useMatch("/wall/:playlist") !== null;
  useChanges(isWall ? WALL_LATEST_MS : AT_MOST_MS);
  return null;
}

/** A wall that turns every second never stops loading, and has to follow its playlist within two. */
const WALL_LATEST_MS = 1000;
