import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { providersQuery } from "../api/providers.ts";
import { ErrorState } from "../control/error-state.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { messages } from "../messages/en.ts";
import { AccessPage } from "./access-page.tsx";
import { texts } from "./messages.ts";

/** Every identity provider that people could sign in with. */
export function ProvidersPage() {
  const providers = useQuery(providersQuery);
  return (
    <AccessPage page="providers">
      {providers.error !== null && <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />}
      {providers.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {providers.data !== undefined && (
        <Section title={texts.pages.providers}>
          <RowList label={texts.pages.providers}>
            {providers.data.map(({ name, title, is_enabled }) => (
              <ListRow
                key={name}
                title={<Link to={`/access/providers/${name}`}>{title}</Link>}
                actions={<Status kind={is_enabled ? "ok" : "unknown"}>{is_enabled ? texts.on : texts.off}</Status>}
              />
            ))}
          </RowList>
        </Section>
      )}
    </AccessPage>
  );
}
