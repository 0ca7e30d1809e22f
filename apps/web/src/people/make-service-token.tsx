import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { makeServiceToken, serviceAccountsQuery } from "../api/service-accounts.ts";
import { chosenOf } from "../control/chosen-of.ts";
import { MissingPart } from "../control/missing-part.tsx";
import { Select } from "../control/select.tsx";
import { MakeToken } from "./make-token.tsx";
import { texts } from "./messages.ts";

interface MakeServiceTokenProps {
  /** The account that it is for; whoever makes it chooses one where it is not given. */
  readonly accountId?: string;
  readonly onClose: () => void;
}

/** Accounts beyond these are found on their own pages. */
const MOST_CHOICES = 200;

/** Makes a token of a service account. */
export function MakeServiceToken({ accountId, onClose }: MakeServiceTokenProps) {
  const [chosen, setChosen] = useState("");
  const asking = useQuery({
    ...serviceAccountsQuery({ query: "", page: 1, perpage: MOST_CHOICES }),
    enabled: accountId === undefined,
  });
  const accounts = (asking.data?.serviceAccounts ?? []).map((account) => ({
    id: String(account.id),
    label: `${account.name} (${texts.users.roles[account.role]})`,
  }));
  const id = accountId ?? chosenOf(accounts, chosen)?.id ?? "";
  const queryClient = useQueryClient();
  return (
    <MakeToken
      accountId={id}
      make={(draft) => makeServiceToken(id, draft)}
      onMade={() => queryClient.invalidateQueries({ queryKey: ["service-accounts"] })}
      onClose={onClose}
    >
      {accountId === undefined && (
        <>
          <Select
            label={texts.accounts.ofAccount}
            placeholder={texts.accounts.choose}
            options={accounts}
            value={id}
            onChange={setChosen}
          />
          <MissingPart name={texts.accounts.ofAccount} query={asking} />
        </>
      )}
    </MakeToken>
  );
}
