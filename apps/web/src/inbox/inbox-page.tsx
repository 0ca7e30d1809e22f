import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { Link } from "react-router";
import { inboxQuery } from "../api/inbox.ts";
import { may, mayDo } from "../api/user.ts";
import { Age } from "../control/age.tsx";
import { Alert } from "../control/alert.tsx";
import { LinkButton } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { inboxMessages } from "./messages.ts";

/** The mails that the built-in sender keeps here while no mail server is configured. */
export function InboxPage() {
  const user = useCurrentUser();
  return may(user, "mails:read") ? (
    <Mails />
  ) : (
    <NoAccess title={inboxMessages.title} neededRole="Admin" permission="mails:read" />
  );
}

function Mails() {
  const list = useListAddress();
  const mails = useQuery(inboxQuery({ page: list.page, perpage: list.size }));
  const texts = inboxMessages;
  const mayInvite = mayDo(useCurrentUser(), "users:write");
  return (
    <Page title={texts.title}>
      <Alert kind="info">{texts.note}</Alert>
      {mails.error !== null && <ErrorState error={mails.error} onRetry={() => void mails.refetch()} />}
      {mails.isPending && <SkeletonTable label={messages.loading} columns={3} />}
      {mails.data?.totalCount === 0 && (
        <EmptyState icon={Inbox} title={texts.empty} text={texts.emptyText} learn="mail">
          {mayInvite && (
            <LinkButton to="/people/users?invite=1" kind="primary">
              {texts.invite}
            </LinkButton>
          )}
        </EmptyState>
      )}
      {mails.data !== undefined && mails.data.totalCount > 0 && (
        <>
          <Table
            hasSheets
            label={texts.title}
            isStale={mails.isPlaceholderData}
            head={
              <>
                <th scope="col">{texts.columns.subject}</th>
                <WideHead>{texts.columns.to}</WideHead>
                <th scope="col">{texts.columns.time}</th>
              </>
            }
          >
            {mails.data.mails.map(({ id, subject, to, createdAt }) => (
              <TableRow key={id} name={subject}>
                <th scope="row">
                  <Link to={`/inbox/${encodeURIComponent(id)}`}>{subject}</Link>
                  <SecondLine>{to}</SecondLine>
                </th>
                <td className="v-cell-wide">{to}</td>
                <td className="v-cell-quiet">
                  <Age at={createdAt} />
                </td>
              </TableRow>
            ))}
          </Table>
          <ListPages list={list} total={mails.data.totalCount} isStale={mails.isPlaceholderData} />
        </>
      )}
    </Page>
  );
}
