import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isUnknown } from "../api/api-error.ts";
import { mailQuery } from "../api/inbox.ts";
import { may } from "../api/user.ts";
import { ErrorState } from "../control/error-state.tsx";
import { momentText } from "../control/moment-text.ts";
import { SkeletonTable } from "../control/table.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { NotFoundPage } from "../frame/not-found-page.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { linkParts } from "./link-parts.ts";
import { inboxMessages } from "./messages.ts";
import "./mail-page.css";

const TRAIL = [{ label: inboxMessages.title, to: "/inbox" }] as const;

export function MailPage() {
  const { id = "" } = useParams();
  const user = useCurrentUser();
  return may(user, "mails:read") ? (
    <OneMail id={id} />
  ) : (
    <NoAccess title={inboxMessages.title} neededRole="Admin" permission="mails:read" />
  );
}

interface OneMailProps {
  readonly id: string;
}

function OneMail({ id }: OneMailProps) {
  const mail = useQuery(mailQuery(id));
  if (isUnknown(mail.error)) return <NotFoundPage />;
  if (mail.data === undefined) {
    return (
      <Page title={inboxMessages.mail} trail={TRAIL} width="form">
        {mail.error === null ? (
          <SkeletonTable label={messages.loading} columns={1} />
        ) : (
          <ErrorState error={mail.error} onRetry={() => void mail.refetch()} />
        )}
      </Page>
    );
  }
  const { subject, to, createdAt, text } = mail.data;
  return (
    <Page title={subject} trail={TRAIL} width="form">
      <article className="v-card v-stack">
        <dl className="v-mail-head">
          <dt>{inboxMessages.columns.to}</dt>
          <dd>{to}</dd>
          <dt>{inboxMessages.columns.time}</dt>
          <dd>
            <time dateTime={createdAt}>{momentText(createdAt, "second")}</time>
          </dd>
        </dl>
        <div className="v-mail-text">
          {linkParts(text).map(({ kind, text: part, at }) =>
            kind === "link" ? (
              <a key={at} href={part} rel="noopener noreferrer">
                {part}
              </a>
            ) : (
              <span key={at}>{part}</span>
            ),
          )}
        </div>
      </article>
    </Page>
  );
}
