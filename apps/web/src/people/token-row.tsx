import type { ReactNode } from "react";
import type { ServiceToken } from "../api/service-accounts.ts";
import { ListRow } from "../control/section.tsx";
import { TokenExtentNote } from "./token-extent.tsx";
import { TokenEnd, TokenState, TokenUse } from "./token-notes.tsx";

interface TokenRowProps {
  readonly token: ServiceToken;
  /** What is said of one for all that its owner may. */
  readonly whole: string;
  /** The button that revokes it. */
  readonly children: ReactNode;
}

/** A token in the list of one owner's. */
export function TokenRow({ token, whole, children }: TokenRowProps) {
  return (
    <ListRow
      title={token.name}
      note={
        <>
          <TokenEnd token={token} /> · <TokenUse token={token} />
        </>
      }
      actions={
        <>
          <TokenState token={token} />
          {children}
        </>
      }
    >
      <TokenExtentNote token={token} whole={whole} />
    </ListRow>
  );
}
