import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, LinkButton } from "../control/button.tsx";
import { copyText } from "../control/clipboard.ts";
import { messages } from "../messages/en.ts";
import { ownWords } from "../messages/server-words.ts";
import { useNext } from "../session/use-next.ts";
import { EntryCard } from "./entry-card.tsx";
import { linkTexts } from "./link-messages.ts";

interface LinkRefusedProps {
  /** The sign-in service's `error_code`. */
  readonly code: string;
  /** The service's own words, shown first for a code without a text of ours. */
  readonly description: string;
  /** Of the request that was refused. */
  readonly requestId?: string | undefined;
  /** The page that sends another link; none where only the other service can help. */
  readonly again?: "/sign-in/forgot" | "/sign-in/verify" | undefined;
}

/** A link that only the browser or program can use that asked for it. A code can be typed anywhere. */
const ELSEWHERE = "link_elsewhere";

/** Whether a link was refused, and not a sign-in with another service. */
function isOfLink(code: string): boolean {
  return code === "otp_expired" || code === "link_missing" || code === ELSEWHERE;
}

/** What happened to a link or a sign-in with another service, and what to do. */
export function LinkRefused({ code, description, requestId = "", again }: LinkRefusedProps) {
  const { keepNext } = useNext();
  // What an address says comes from the server in English.
  const { data: words = "" } = useQuery({
    queryKey: ["own-words", description],
    queryFn: () => ownWords(description),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [isCopied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(requestId));
  const known = new Map<string, { readonly what: string; readonly you: string; readonly administrator: string }>(
    Object.entries(linkTexts.refusals),
  );
  const refusal = known.get(code) ?? linkTexts.refusals.server_error;
  const another = code === ELSEWHERE ? "/sign-in/verify" : isOfLink(code) ? again : undefined;
  return (
    <EntryCard title={isOfLink(code) || !known.has(code) ? linkTexts.title : linkTexts.signInTitle}>
      <p>{known.has(code) || description === "" ? refusal.what : words}</p>
      <p>{refusal.you}</p>
      <details className="v-entry-details">
        <summary>{linkTexts.administrator}</summary>
        <p>{refusal.administrator}</p>
        {known.has(code) && words !== "" && <p>{words}</p>}
        <p>
          {linkTexts.code} <code>{code}</code>
        </p>
      </details>
      {requestId !== "" && (
        <p className="v-entry-request">
          <span>
            {linkTexts.request} <code>{requestId}</code>
          </span>
          <Button kind="quiet" onPress={() => void copy()}>
            {isCopied ? messages.error.copied : linkTexts.copy}
          </Button>
        </p>
      )}
      {another !== undefined && (
        <LinkButton to={keepNext(another)} kind="primary">
          {another === "/sign-in/forgot" ? linkTexts.again : messages.signIn.byMail}
        </LinkButton>
      )}
      <LinkButton to={keepNext("/sign-in")} kind={another === undefined ? "primary" : "default"}>
        {messages.signIn.back}
      </LinkButton>
    </EntryCard>
  );
}
