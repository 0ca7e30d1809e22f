import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { customProvidersQuery } from "../api/custom-providers.ts";
import { providersQuery } from "../api/providers.ts";
import { LinkButton } from "../control/button.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { ProviderMark } from "../control/provider-mark.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { messages } from "../messages/en.ts";
import { Writable } from "../session/writable.tsx";
import { AccessPage } from "./access-page.tsx";
import { texts } from "./messages.ts";
import { providerTexts } from "./provider-messages.ts";

/** Every identity provider that people could sign in with. */
export function ProvidersPage() {
  const providers = useQuery(providersQuery);
  return (
    <AccessPage page="providers">
      <OwnProviders />
      {providers.error !== null && <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />}
      {providers.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {providers.data !== undefined && (
        <Section title={providerTexts.known}>
          <RowList label={providerTexts.known}>
            {providers.data.providers.map(({ name, title, is_enabled }) => (
              <ProviderRow key={name} name={name} title={title} isOn={is_enabled} />
            ))}
          </RowList>
        </Section>
      )}
    </AccessPage>
  );
}

/** Those that administrators have added; nothing where the operator lets nobody add any. */
function OwnProviders() {
  const providers = useQuery({ ...customProvidersQuery, retry: false });
  const { own, ownLead, add, none } = providerTexts;
  if (providers.error instanceof ApiError && providers.error.code === "feature_disabled") return null;
  const addLink = (
    <Writable>
      <LinkButton to="/access/providers/new" icon={<Plus aria-hidden />}>
        {add}
      </LinkButton>
    </Writable>
  );
  return (
    <Section title={own} lead={ownLead} actions={addLink}>
      {providers.error !== null && <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />}
      {providers.data?.length === 0 && (
        <EmptyPart of={own} text={none} learn="providers#providers-that-administrators-add" />
      )}
      {providers.data !== undefined && providers.data.length > 0 && (
        <RowList label={own}>
          {providers.data.map(({ identifier, name, enabled }) => (
            <ProviderRow key={identifier} name={identifier} title={name} isOn={enabled} />
          ))}
        </RowList>
      )}
    </Section>
  );
}

interface ProviderRowProps {
  readonly name: string;
  readonly title: string;
  readonly isOn: boolean;
}

function ProviderRow({ name, title, isOn }: ProviderRowProps) {
  return (
    <ListRow
      title={
        <span className="v-provider-title">
          <ProviderMark name={name} title={title} />
          <Link to={`/access/providers/${name}`}>{title}</Link>
        </span>
      }
      actions={<Status kind={isOn ? "ok" : "unknown"}>{isOn ? texts.on : texts.off}</Status>}
    />
  );
}
