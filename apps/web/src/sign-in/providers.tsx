import { type ReactNode, type Ref, useState } from "react";
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
  /** The first of those that "More" brought, where whoever pressed it goes on. */
  const [further, setFurther] = useState<string>();
  const folded = further !== undefined || offered.length <= SHOWN ? [] : offered.slice(SHOWN - 1);
  const shown = offered.slice(0, offered.length - folded.length);
  return (
    <>
      {shown.map((provider) => (
        <ProviderLink
          key={provider.name}
          provider={provider}
          next={next}
          {...(provider.name === further && { ref: takeFocus })}
        >
          {messages.signIn.byProvider(provider.title)}
        </ProviderLink>
      ))}
      {folded.length > 0 && (
        <Button kind="quiet" onPress={() => setFurther(folded[0]?.name)}>
          {`${messages.frame.more} (${folded.length})`}
        </Button>
      )}
    </>
  );
}

/** Given to a link as it comes: the button that had the focus is gone. */
function takeFocus(link: HTMLAnchorElement | null): void {
  link?.focus();
}

interface ProviderLinkProps {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly provider: OfferedProvider;
  readonly next: string;
  readonly children: ReactNode;
}

/** Leads to a provider; the browser knows it again if it lets somebody in. */
export function ProviderLink({ ref, provider, next, children }: ProviderLinkProps) {
  return (
    <a
      {...(ref !== undefined && { ref })}
      href={signInAddress(provider, next)}
      className="v-button"
      data-kind="default"
      onClick={() => leaveFor(provider)}
    >
      <ProviderMark name={provider.name} title={provider.title} />
      <span className="v-button-text">{children}</span>
    </a>
  );
}
