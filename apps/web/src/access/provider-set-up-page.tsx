import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { providersQuery } from "../api/providers.ts";
import { ErrorState } from "../control/error-state.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { NotFoundPage } from "../frame/not-found-page.tsx";
import { messages } from "../messages/en.ts";
import { AccessPage } from "./access-page.tsx";
import { CallbackRegistration } from "./callback-registration.tsx";
import { texts } from "./messages.ts";
import { ProviderTrial } from "./provider-trial.tsx";
import { Settings } from "./settings-page.tsx";

/** One identity provider that is known by name: what is to be registered there, and what it gave in return. */
export function ProviderSetUpPage() {
  const { name = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(providersQuery);
  const provider = data?.providers.find((one) => one.name === name);
  if (data !== undefined && provider === undefined) return <NotFoundPage />;
  return (
    <AccessPage page="providers" title={provider?.title ?? name}>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {provider !== undefined && (
        <>
          <CallbackRegistration title={provider.title} callbackUrl={provider.callback_url} scopes={provider.scopes} />
          <ProviderTrial provider={name} title={provider.title} />
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
