import { type ReactNode, useState } from "react";
import { type OfferedProvider, signInAddress } from "../api/provider-page.ts";
import { Button } from "../control/button.tsx";
import { ProviderMark } from "../control/provider-mark.tsx";
import { messages } from "../messages/en.ts";
import { leaveFor } from "./last-entrance.ts";
import "../control/button.css";

/** So many stand there; the others behind "More". */
const SHOWN = 6;

interface ProvidersProps {
  readonly offered: readonly OfferedProvider[];
  /** Path of the page to go to afterwards. */
  readonly next: string;
}

/** The other services that people may sign in with, in the order in which the server names them. */
export function Providers({ offered, next }: ProvidersProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || offered.length <= SHOWN ? offered : offered.slice(0, SHOWN - 1);
  return (
    <>
      {shown.map((provider) => (
        <ProviderLink key={provider.name} provider={provider} next={next}>
          {messages.signIn.byProvider(provider.title)}
        </ProviderLink>
      ))}
      {shown.length < offered.length && (
        <Button kind="quiet" onPress={() => setOpen(true)}>
          {`${messages.frame.more} (${offered.length - shown.length})`}
        </Button>
      )}
    </>
  );
}

interface ProviderLinkProps {
  readonly provider: OfferedProvider;
  readonly next: string;
  readonly children: ReactNode;
}

/** Leads to a provider; the browser knows it again if it lets somebody in. */
export function ProviderLink({ provider, next, children }: ProviderLinkProps) {
  return (
    <a href={signInAddress(provider, next)} className="v-button" data-kind="default" onClick={() => leaveFor(provider)}>
      <ProviderMark name={provider.name} title={provider.title} />
      <span className="v-button-text">{children}</span>
    </a>
  );
}
