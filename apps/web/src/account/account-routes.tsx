import { lazy } from "react";
import { Route, Routes } from "react-router";
import { NotFoundPage } from "../frame/not-found-page.tsx";

/** The addresses under /account. */
export function AccountPages() {
  return (
    <Routes>
      <Route index element={<ProfilePage />} />
      <Route path="identities" element={<WaysPage />} />
      <Route path="sessions" element={<SessionsPage />} />
      <Route path="tokens" element={<OwnTokensPage />} />
      <Route path="programs" element={<ProgramsPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

const ProfilePage = lazy(async () => ({ default: (await import("./profile-page.tsx")).ProfilePage }));
const WaysPage = lazy(async () => ({ default: (await import("./ways-page.tsx")).WaysPage }));
const SessionsPage = lazy(async () => ({ default: (await import("./sessions-page.tsx")).SessionsPage }));
const OwnTokensPage = lazy(async () => ({ default: (await import("./tokens-page.tsx")).OwnTokensPage }));
const ProgramsPage = lazy(async () => ({ default: (await import("./programs-page.tsx")).ProgramsPage }));
