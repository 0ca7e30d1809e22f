import { lazy } from "react";
import { Route, Routes, useLocation } from "react-router";
import { SameQuery } from "./same-query.tsx";

/**
 * The sign-in page, and what is behind it. Other addresses that need no session are `entry-pages.tsx`, those that need one
 * `signed-in-pages.tsx`: chunks that the sign-in page never loads.
 */
export function Pages() {
  // No `Suspense` around: React would show nothing for 300 ms although the page is there.
  return (
    <Routes>
      <Route path="/sign-in" element={<SignInPage />} />
      <Route path="*" element={<Landing />} />
    </Routes>
  );
}

/** Single sign-on that an identity provider began leads to the site itself: with tokens, or with what went wrong. */
function Landing() {
  const { pathname, search, hash } = useLocation();
  if (pathname === "/" && /^#(.*&)?access_token=/.test(hash)) return <SameQuery to="/sign-in/provider" />;
  if (pathname === "/" && /[?#&]error_code=/.test(search + hash)) return <SameQuery to="/sign-in/error" />;
  return ENTRY.test(pathname) ? <EntryPages /> : <SignedInPages />;
}

/** What these addresses begin with, and others may, too: `entry-pages.tsx` knows them all. */
const ENTRY = /^\/(setup|reset|login|sign-|join|confirm|auth\/|public\/)/i;

const SignInPage = lazy(async () => ({ default: (await import("./sign-in/sign-in-page.tsx")).SignInPage }));
const EntryPages = lazy(async () => ({ default: (await import("./entry-pages.tsx")).EntryPages }));
const SignedInPages = lazy(async () => ({ default: (await import("./signed-in-pages.tsx")).SignedInPages }));
