import { lazy } from "react";
import { Route, Routes, useParams } from "react-router";
import { NotFoundPage } from "../frame/not-found-page.tsx";
import { SameQuery } from "../same-query.tsx";

/** The addresses under /access: administrators alone come here, so that nobody else loads so much as their names. */
export function AccessPages() {
  return (
    <Routes>
      <Route index element={<SameQuery to="/access/methods" />} />
      <Route path="providers" element={<ProvidersPage />} />
      <Route path="providers/new" element={<NewProviderPage />} />
      <Route path="providers/:name" element={<ProviderPage />} />
      <Route path="mail" element={<MailPage />} />
      <Route path="templates" element={<TemplatesPage />} />
      <Route path="templates/:kind" element={<TemplatePage />} />
      <Route path="hooks" element={<HooksPage />} />
      <Route path="keys" element={<KeysPage />} />
      <Route path="rate-limits" element={<RateLimitsPage />} />
      <Route path="urls" element={<UrlsPage />} />
      <Route path="third-party" element={<ThirdPartyPage />} />
      <Route path="programs" element={<AccessProgramsPage />} />
      <Route path="sso" element={<SsoPage />} />
      <Route path="sso/:id" element={<SsoProviderPage />} />
      <Route path="saml" element={<SameQuery to="/access/sso" />} />
      <Route path="methods" element={<SettingsPage page="methods" />} />
      <Route path="sms" element={<SmsPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

/** A provider that is known by name, or one that an administrator has added. */
function ProviderPage() {
  const { name = "" } = useParams();
  return name.startsWith("custom:") ? <CustomProviderPage identifier={name} /> : <ProviderSetUpPage />;
}

const SettingsPage = lazy(async () => ({ default: (await import("./settings-page.tsx")).SettingsPage }));
const ProvidersPage = lazy(async () => ({ default: (await import("./providers-page.tsx")).ProvidersPage }));
const ProviderSetUpPage = lazy(async () => ({
  default: (await import("./provider-set-up-page.tsx")).ProviderSetUpPage,
}));
const CustomProviderPage = lazy(async () => ({
  default: (await import("./custom-provider-page.tsx")).CustomProviderPage,
}));
const NewProviderPage = lazy(async () => ({ default: (await import("./new-provider-page.tsx")).NewProviderPage }));
const MailPage = lazy(async () => ({ default: (await import("./mail-page.tsx")).MailPage }));
const TemplatesPage = lazy(async () => ({ default: (await import("./templates-page.tsx")).TemplatesPage }));
const TemplatePage = lazy(async () => ({ default: (await import("./template-page.tsx")).TemplatePage }));
const RateLimitsPage = lazy(async () => ({ default: (await import("./rate-limits-page.tsx")).RateLimitsPage }));
const SmsPage = lazy(async () => ({ default: (await import("./sms-page.tsx")).SmsPage }));
const UrlsPage = lazy(async () => ({ default: (await import("./urls-page.tsx")).UrlsPage }));
const ThirdPartyPage = lazy(async () => ({ default: (await import("./third-party-page.tsx")).ThirdPartyPage }));
const SsoPage = lazy(async () => ({ default: (await import("./sso-page.tsx")).SsoPage }));
const SsoProviderPage = lazy(async () => ({ default: (await import("./sso-provider-page.tsx")).SsoProviderPage }));
const HooksPage = lazy(async () => ({ default: (await import("./hooks-page.tsx")).HooksPage }));
const KeysPage = lazy(async () => ({ default: (await import("./keys-page.tsx")).KeysPage }));
const AccessProgramsPage = lazy(async () => ({
  default: (await import("./access-programs-page.tsx")).AccessProgramsPage,
}));
