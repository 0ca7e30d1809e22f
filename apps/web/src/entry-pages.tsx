import { lazy } from "react";
import { Route, Routes } from "react-router";
import { SameQuery } from "./same-query.tsx";

/** The addresses before the session but the sign-in page: links of mails, set-up, sign-up. */
export function EntryPages() {
  return (
    <Routes>
      <Route path="/setup" element={<SetUpPage />} />
      <Route path="/sign-in/forgot" element={<ForgotPage />} />
      <Route path="/sign-in/verify" element={<VerifyPage />} />
      <Route path="/sign-in/provider" element={<ProviderPage />} />
      <Route path="/sign-in/sso" element={<SingleSignOnPage />} />
      <Route path="/reset" element={<ResetPage />} />
      <Route path="/login" element={<SameQuery to="/sign-in" />} />
      <Route path="/sign-up" element={<SignUpPage />} />
      <Route path="/sign-in/error" element={<LinkErrorPage />} />
      <Route path="/join" element={<JoinPage />} />
      <Route path="/confirm" element={<ConfirmPage />} />
      <Route path="/auth/confirm" element={<SameQuery to="/confirm" />} />
      <Route path="/public/snapshots/:key" element={<PublicSnapshotPage />} />
      <Route path="*" element={<SignedInPages />} />
    </Routes>
  );
}

const SetUpPage = lazy(async () => ({ default: (await import("./setup/set-up-page.tsx")).SetUpPage }));
const ForgotPage = lazy(async () => ({ default: (await import("./sign-in/forgot-page.tsx")).ForgotPage }));
const VerifyPage = lazy(async () => ({ default: (await import("./sign-in/verify-page.tsx")).VerifyPage }));
const SingleSignOnPage = lazy(async () => ({
  default: (await import("./sign-in/single-sign-on-page.tsx")).SingleSignOnPage,
}));
const ResetPage = lazy(async () => ({ default: (await import("./sign-in/reset-page.tsx")).ResetPage }));
const SignUpPage = lazy(async () => ({ default: (await import("./sign-in/sign-up-page.tsx")).SignUpPage }));
const JoinPage = lazy(async () => ({ default: (await import("./sign-in/join-page.tsx")).JoinPage }));
const ConfirmPage = lazy(async () => ({ default: (await import("./sign-in/confirm-page.tsx")).ConfirmPage }));
const LinkErrorPage = lazy(async () => ({ default: (await import("./sign-in/link-error-page.tsx")).LinkErrorPage }));
const ProviderPage = lazy(async () => ({ default: (await import("./sign-in/provider-page.tsx")).ProviderPage }));
const PublicSnapshotPage = lazy(async () => ({
  default: (await import("./snapshots/snapshot-pages.ts")).PublicSnapshotPage,
}));
const SignedInPages = lazy(async () => ({ default: (await import("./signed-in-pages.tsx")).SignedInPages }));
