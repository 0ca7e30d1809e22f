import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus, SearchX } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { allTokensQuery, type OwnedToken, serviceAccountsQuery } from "../api/service-accounts.ts";
import { may } from "../api/user.ts";
import { Button } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { ActionsHead, SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { texts as settingsTexts } from "../settings/messages.ts";
import { SettingsTabs } from "../settings/settings-tabs.tsx";
import { MakeServiceToken } from "./make-service-token.tsx";
import { texts } from "./messages.ts";
import { RevokeServiceToken } from "./revoke-token.tsx";
import { TokenExtentNote } from "./token-extent.tsx";
import { TokenEnd, TokenState, TokenUse } from "./token-notes.tsx";

const { accounts: words } = texts;
const title = settingsTexts.tabs.tokens;
const TRAIL = [{ label: settingsTexts.title, to: "/settings" }];

/** The tokens of all service accounts: which there are, what each one may, and which nobody needs any more. */
export function TokensPage() {
  const user = useCurrentUser();
  return may(user, "serviceaccounts:read") ? (
    <Tokens />
  ) : (
    <NoAccess title={title} neededRole="Admin" permission="serviceaccounts:read" />
  );
}

function Tokens() {
  const list = useListAddress();
  const [isMaking, setMaking] = useState(false);
  const query = list.value("q");
  const found = useQuery(allTokensQuery({ query, page: list.page, perpage: list.size }));
  const accounts = useQuery(serviceAccountsQuery({ query: "", page: 1, perpage: 1 }));
  // Where that is not known, the dialog finds it out, and says why it could not.
  const lacksAccounts = accounts.data?.totalCount === 0;
  const make = (
    <Writable>
      {lacksAccounts ? (
        <Link className="v-button" data-kind="primary" to="/people/service-accounts">
          {words.make}
        </Link>
      ) : (
        <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setMaking(true)}>
          {words.makeToken}
        </Button>
      )}
    </Writable>
  );
  return (
    <Page title={title} trail={TRAIL} actions={make}>
      <SettingsTabs />
      <p className="v-section-lead">{words.allTokensLead}</p>
      <div className="v-filters">
        <SearchBox
          label={words.searchTokens}
          value={query}
          found={query === "" || found.isPlaceholderData ? undefined : found.data?.totalCount}
          onChange={(q) => list.change({ q })}
        />
      </div>
      {found.error !== null && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <SkeletonTable label={messages.loading} columns={6} />}
      {found.data?.totalCount === 0 &&
        (query === "" ? (
          <EmptyState icon={KeyRound} title={words.noTokens} text={words.emptyText} learn="teams#service-accounts">
            {make}
          </EmptyState>
        ) : (
          <EmptyState icon={SearchX} title={messages.list.noMatch} text={words.noTokenMatch(query)}>
            <Button onPress={() => list.change({ q: "" })}>{messages.list.clearFilters}</Button>
          </EmptyState>
        ))}
      {found.data !== undefined && found.data.totalCount > 0 && (
        <>
          <TokenTable tokens={found.data.tokens} isStale={found.isPlaceholderData} />
          <ListPages list={list} total={found.data.totalCount} isStale={found.isPlaceholderData} />
        </>
      )}
      {isMaking && <MakeServiceToken onClose={() => setMaking(false)} />}
    </Page>
  );
}

function TokenTable({ tokens, isStale }: { readonly tokens: readonly OwnedToken[]; readonly isStale: boolean }) {
  const head = (
    <>
      <th scope="col">{words.columns.name}</th>
      <WideHead>{words.ofAccount}</WideHead>
      <WideHead>{words.extent}</WideHead>
      <th scope="col">{words.columns.state}</th>
      <WideHead>{words.columns.end}</WideHead>
      <WideHead>{words.columns.use}</WideHead>
      <ActionsHead isWide />
    </>
  );
  return (
    <Table hasSheets label={title} head={head} isStale={isStale}>
      {tokens.map((token) => (
        <TableRow key={token.id} name={token.name}>
          <th scope="row">
            {token.name}
            <SecondLine>{token.account}</SecondLine>
          </th>
          <td className="v-cell-wide">
            <AccountLink token={token} />
          </td>
          <td className="v-cell-wide">
            <TokenExtentNote token={token} />
          </td>
          <td>
            <TokenState token={token} isDisabled={token.isDisabled} />
          </td>
          <td className="v-cell-quiet v-cell-wide">
            <TokenEnd token={token} />
          </td>
          <td className="v-cell-quiet v-cell-wide">
            <TokenUse token={token} />
          </td>
          <td className="v-cell-end v-cell-wide">
            <RevokeServiceToken accountId={String(token.accountId)} token={token} />
          </td>
        </TableRow>
      ))}
    </Table>
  );
}

function AccountLink({ token: { accountId, account, role } }: { readonly token: OwnedToken }) {
  return (
    <>
      <Link to={`/people/service-accounts/${accountId}`}>{account}</Link> ({texts.users.roles[role]})
    </>
  );
}
