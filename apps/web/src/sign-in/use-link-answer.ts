import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { nextPath, withNext } from "../session/next-path.ts";
import { type LinkAnswer, readLinkAnswer } from "./link-answer.ts";

/**
 * The link's answer. The address loses a token before anybody can share or store it. What opens an account at once stays in
 * memory only; the hash of a link, which is spent by its first use, stays with the page's entry in the tab's history, so that
 * a page that was loaded again still works. A refusal stays in the address, for the same reason.
 */
export function useLinkAnswer(): LinkAnswer {
  const location = useLocation();
  const [answer] = useState(() => {
    const read = readLinkAnswer(location);
    return read.kind === "nothing" ? readLinkAnswer({ search: keptQuery(location.state), hash: "" }) : read;
  });
  useEffect(() => {
    if (answer.kind === "tokens") leaveAddress(history.state);
    if (answer.kind === "hash") leaveAddress({ ...history.state, usr: { link: queryOf(answer) } });
  }, [answer]);
  return answer;
}

/** `usr` is where the router keeps the state of a page. Where somebody wants to go is no secret. */
function leaveAddress(state: unknown): void {
  const { pathname, search } = window.location;
  history.replaceState(state, "", withNext(pathname, nextPath(new URLSearchParams(search).get("next"))));
}

function queryOf({ tokenHash, type }: Extract<LinkAnswer, { kind: "hash" }>): string {
  return new URLSearchParams({ token_hash: tokenHash, type }).toString();
}

function keptQuery(state: unknown): string {
  const isKept = typeof state === "object" && state !== null && "link" in state && typeof state.link === "string";
  return isKept ? String(state.link) : "";
}
