import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { makeServiceToken, serviceAccountsQuery } from "../api/service-accounts.ts";
import { Select } from "../control/select.tsx";
import { MakeToken } from "./make-token.tsx";
import { texts } from "./messages.ts";

interface MakeServiceTokenProps {
  /** The account that it is for; whoever makes it chooses one where it is not given. */
  readonly accountId?: string;
  readonly onClose: () => void;
}

/** Makes a token of a service account. */
export function MakeServiceToken({ accountId, onClose }: MakeServiceTokenProps) {
  const [chosen, setChosen] = useState("");
  const accounts = useAccountChoices(accountId === undefined);
  const id = accountId ?? (accounts.find((account) => account.id === chosen) ?? accounts[0])?.id ?? "";
  const queryClient = useQueryClient();
  return (
    <MakeToken
      accountId={id}
      make={(draft) => makeServiceToken(id, draft)}
      onMade={() => queryClient.invalidateQueries({ queryKey: ["service-accounts"] })}
      onClose={onClose}
    >
      {accountId === undefined && (
        <Select label={texts.accounts.ofAccount} options={accounts} value={id} onChange={setChosen} />
      )}
    </MakeToken>
  );
}

/** Accounts beyond these are found on their own pages. */
const MOST_CHOICES = 200;

function useAccountChoices(isWanted: boolean): readonly { readonly id: string; readonly label: string }[] {
  const { data } = useQuery({
    ...serviceAccountsQuery({ query: "", page: 1, perpage: MOST_CHOICES }),
    enabled: isWanted,
  });
  return (data?.serviceAccounts ?? []).map(({ id, name, role }) => ({
    id: String(id),
    label: `${name} (${texts.users.roles[role]})`,
  }));
}
