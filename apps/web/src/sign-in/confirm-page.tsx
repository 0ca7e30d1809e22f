import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { enter } from "../api/sign-in.ts";
import { redeemTokenHash } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { messages } from "../messages/en.ts";
import { EntryCard } from "./entry-card.tsx";
import type { LinkAnswer } from "./link-answer.ts";
import { LinkRefused } from "./link-refused.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { useEntrance } from "./use-entrance.ts";
import { useLinkAnswer } from "./use-link-answer.ts";

/** Where a confirmation's link leads: the address is confirmed by now, and the person is signed in. */
export function ConfirmPage() {
  const answer = useLinkAnswer();
  if (answer.kind === "refused") return <LinkRefused code={answer.code} description={answer.description} />;
  if (answer.kind === "nothing") return <LinkRefused code="link_missing" description="" />;
  return <Confirmed answer={answer} />;
}

interface ConfirmedProps {
  readonly answer: Exclude<LinkAnswer, { kind: "refused" | "nothing" }>;
}

function Confirmed({ answer }: ConfirmedProps) {
  const navigate = useNavigate();
  const { first, startOver, ...entrance } = useEntrance({ onEntered: () => navigate("/", { replace: true }) });
  const { enter: begin } = entrance;
  useEffect(() => begin(() => enterByLink(answer)), [begin, answer]);

  if (first !== undefined) return <SecondFactorCard first={first} onBack={startOver} {...entrance} />;
  return (
    <EntryCard title={messages.confirm.title} foot={<Link to="/sign-in">{messages.signIn.back}</Link>}>
      {entrance.error === null ? (
        <p role="status">{messages.confirm.entering}</p>
      ) : (
        <Alert kind="warn">{messages.confirm.signInByHand(entrance.error.message)}</Alert>
      )}
    </EntryCard>
  );
}

/** A token hash works once, however often the page draws itself. */
const redeemed = new WeakMap<object, Promise<string>>();

async function enterByLink(answer: ConfirmedProps["answer"]) {
  if (answer.kind === "tokens") return enter(answer.accessToken);
  const token = redeemed.get(answer) ?? redeemTokenHash(answer.tokenHash, answer.type);
  redeemed.set(answer, token);
  return enter(await token);
}
