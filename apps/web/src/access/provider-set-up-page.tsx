import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { type KnownProvider, providersQuery } from "../api/providers.ts";
import { Button } from "../control/button.tsx";
import { Section } from "../control/section.tsx";
import { NotFoundPage } from "../frame/not-found-page.tsx";
import { AccessPage } from "./access-page.tsx";
import { texts } from "./messages.ts";
import { Settings } from "./settings-page.tsx";

/** One identity provider: what is to be registered there, and what it gave in return. */
export function ProviderSetUpPage() {
  const { name = "" } = useParams();
  const providers = useQuery(providersQuery);
  const provider = providers.data?.find((one) => one.name === name);
  if (providers.data !== undefined && provider === undefined) return <NotFoundPage />;
  return (
    <AccessPage page="providers" title={provider?.title ?? name}>
      {provider !== undefined && (
        <>
          <Registration provider={provider} />
          <Settings
            groupsOf={(all) => [
              {
                title: texts.providers.settings,
                fields: all.filter(({ key }) => key.startsWith(`auth.external.${name}.`)),
              },
            ]}
          />
        </>
      )}
    </AccessPage>
  );
}

function Registration({ provider: { title, callback_url, scopes } }: { readonly provider: KnownProvider }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(callback_url).then(() => setCopied(true));
  return (
    <Section
      title={texts.providers.register}
      lead={texts.providers.registerLead(title)}
      actions={<Button onPress={copy}>{isCopied ? texts.providers.copied : texts.providers.copy}</Button>}
    >
      <div className="v-field">
        <span className="v-label">{texts.providers.callback}</span>
        <code className="v-setting-key">{callback_url}</code>
      </div>
      {scopes.length > 0 && (
        <div className="v-field">
          <span className="v-label">{texts.providers.scopes}</span>
          <code className="v-setting-key">{scopes.join(" ")}</code>
        </div>
      )}
    </Section>
  );
}
