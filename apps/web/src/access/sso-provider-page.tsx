import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import {
  issuerOfSsoProvider,
  mappingText,
  nameOfSsoProvider,
  type SsoProvider,
  ssoProvidersQuery,
} from "../api/single-sign-on.ts";
import { Button } from "../control/button.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { NotFoundPage } from "../frame/not-found-page.tsx";
import { messages } from "../messages/en.ts";
import { Writable } from "../session/writable.tsx";
import { AccessPage } from "./access-page.tsx";
import { AccessText } from "./access-text.tsx";
import { texts } from "./messages.ts";
import { ProviderTrial } from "./provider-trial.tsx";
import { ServiceAddresses } from "./service-addresses.tsx";
import { SsoProviderDialog } from "./sso-provider-dialog.tsx";

/** The identity provider of one company: what it is told, what is known of it, and whether a sign-in works. */
export function SsoProviderPage() {
  const { id = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(ssoProvidersQuery);
  const [isChanging, setIsChanging] = useState(false);
  const provider = data?.find((one) => one.id === id);
  if (data !== undefined && provider === undefined) return <NotFoundPage />;
  const mapped = provider === undefined ? "" : mappingText(provider);
  const name = provider === undefined ? texts.sso.one : nameOfSsoProvider(provider);
  return (
    <AccessPage page="sso" title={name}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {provider !== undefined && (
        <>
          <Section
            title={texts.sso.addresses}
            lead={provider.oidc === undefined ? texts.sso.addressesLead : texts.sso.callbackLead}
          >
            {provider.oidc === undefined ? (
              <ServiceAddresses />
            ) : (
              <AccessText label={texts.sso.callback} text={provider.oidc.callback_url} />
            )}
          </Section>
          <Section
            title={texts.sso.known}
            actions={
              <Writable>
                <Button onPress={() => setIsChanging(true)}>{texts.sso.change}</Button>
              </Writable>
            }
          >
            <RowList label={texts.sso.known}>
              <ListRow
                title={issuerOfSsoProvider(provider)}
                note={noteOf(provider)}
                actions={
                  <Status kind={provider.disabled ? "unknown" : "ok"}>
                    {provider.disabled ? texts.off : texts.on}
                  </Status>
                }
              />
              <ListRow title={texts.sso.domains} note={provider.domains.map(({ domain }) => domain).join(", ")} />
              <ListRow
                title={texts.sso.mapping}
                note={
                  mapped === "" ? (
                    texts.sso.noMapping[provider.oidc === undefined ? "saml" : "oidc"]
                  ) : (
                    <code className="v-mail-plain">{mapped}</code>
                  )
                }
              />
            </RowList>
          </Section>
          <ProviderTrial provider={`sso:${id}`} title={name} />
          {isChanging && <SsoProviderDialog provider={provider} onClose={() => setIsChanging(false)} />}
        </>
      )}
    </AccessPage>
  );
}

function noteOf({ saml, oidc }: SsoProvider): string {
  if (oidc !== undefined) return `${texts.sso.clientId}: ${oidc.client_id}`;
  return saml?.metadata_url ?? texts.sso.metadataPasted;
}
