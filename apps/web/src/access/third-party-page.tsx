import { useQuery } from "@tanstack/react-query";
import { type TokenIssuer, tokenIssuersQuery } from "../api/settings.ts";
import { Age } from "../control/age.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { momentText } from "../control/moment-text.ts";
import { Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { TableRow } from "../control/table-row.tsx";
import { messages } from "../messages/en.ts";
import { AccessPage } from "./access-page.tsx";
import { groupsOf } from "./access-pages.ts";
import { texts } from "./messages.ts";
import { Settings } from "./settings-page.tsx";
import { TokenTrial } from "./token-trial.tsx";

/** Whose tokens are accepted, and what is known of their keys. */
export function ThirdPartyPage() {
  const issuers = useQuery(tokenIssuersQuery);
  return (
    <AccessPage page="third-party">
      <Section title={texts.issuers.title} lead={texts.issuers.lead}>
        {issuers.error !== null && <ErrorState error={issuers.error} onRetry={() => void issuers.refetch()} />}
        {issuers.isPending && <SkeletonTable label={messages.loading} columns={4} />}
        {issuers.data?.length === 0 && (
          <EmptyPart of={texts.issuers.title} text={texts.issuers.none} learn="third-party-tokens" />
        )}
        {issuers.data !== undefined && issuers.data.length > 0 && <IssuerTable issuers={issuers.data} />}
      </Section>
      <TokenTrial />
      <Settings groupsOf={(fields) => groupsOf("third-party", fields)} />
    </AccessPage>
  );
}

function IssuerTable({ issuers }: { readonly issuers: readonly TokenIssuer[] }) {
  const { columns } = texts.issuers;
  const head = (
    <>
      <th scope="col">{columns.issuer}</th>
      <WideHead>{columns.keys}</WideHead>
      <th scope="col">{columns.read}</th>
      <WideHead>{columns.again}</WideHead>
    </>
  );
  return (
    <Table hasSheets label={columns.issuer} head={head}>
      {issuers.map((issuer) => (
        <TableRow key={issuer.id} name={nameOf(issuer)}>
          <th scope="row">
            {nameOf(issuer)}
            {issuer.oidc_issuer_url === null && <p className="v-hint">{texts.issuers.keysAlone}</p>}
          </th>
          <td className="v-cell-wide">
            {issuer.key_ids.map((id) => (
              <div key={id}>
                <code>{id}</code>
              </div>
            ))}
          </td>
          <td>
            <KeyState {...issuer} />
          </td>
          <td className="v-cell-wide">{again(issuer)}</td>
        </TableRow>
      ))}
    </Table>
  );
}

function nameOf({ id, oidc_issuer_url, jwks_url }: TokenIssuer): string {
  return oidc_issuer_url ?? jwks_url ?? id;
}

/** Keys are read with a token: at once if they are old by then. */
function again({ resolved_at, stale_at }: TokenIssuer): string {
  if (resolved_at === null) return texts.issuers.withNext;
  if (stale_at === null) return texts.issuers.given;
  const stale = new Date(stale_at);
  return stale.getTime() <= Date.now()
    ? texts.issuers.withNext
    : texts.issuers.withNextFrom(momentText(stale, "clock"));
}

function KeyState({ failure, resolved_at }: TokenIssuer) {
  if (failure !== null) return <Status kind="crit">{failure}</Status>;
  if (resolved_at === null) return <Status kind="unknown">{texts.issuers.unread}</Status>;
  return <Age at={resolved_at} />;
}
