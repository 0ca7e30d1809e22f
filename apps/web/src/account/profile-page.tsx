import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accountQuery, userNameQuery } from "../api/account.ts";
import type { Account } from "../api/identity.ts";
import { publicPath } from "../api/public-path.ts";
import { signInMethodsQuery } from "../api/sign-in.ts";
import { Button } from "../control/button.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { AccountTabs } from "./account-tabs.tsx";
import { ChangeEmail, ChangeName, ChangePhone, ChangeUserName } from "./change-profile.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { texts } from "./messages.ts";

/** Name and addresses of whoever is signed in. */
export function ProfilePage() {
  const account = useQuery(accountQuery);
  return (
    <Page title={texts.title} width="form">
      <AccountTabs />
      {account.error !== null && <ErrorState error={account.error} onRetry={() => void account.refetch()} />}
      {account.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {account.data !== undefined && <Profile account={account.data} />}
    </Page>
  );
}

type Changing = "name" | "userName" | "email" | "phone";

function Profile({ account }: { readonly account: Account }) {
  const [changing, setChanging] = useState<Changing>();
  const { data: methods } = useQuery(signInMethodsQuery);
  const hasNames = methods?.user_names_enabled === true;
  const { data: ownName } = useQuery({ ...userNameQuery, enabled: hasNames });
  const close = () => setChanging(undefined);
  const { name, noName, userName, email, phone, noPhone } = texts.profile;
  const displayName = nameIn(account);
  const change = (what: Changing, label: string) => (
    <Button aria-label={`${texts.change}: ${label}`} onPress={() => setChanging(what)}>
      {texts.change}
    </Button>
  );
  return (
    <>
      <Section title={texts.tabs.profile}>
        <RowList label={texts.tabs.profile}>
          <ListRow title={name} note={displayName || noName} actions={change("name", name)} />
          {ownName !== undefined && (
            <ListRow title={userName} note={ownName || noName} actions={change("userName", userName)} />
          )}
          <ListRow
            title={email}
            note={
              <>
                {account.email}
                {account.new_email !== undefined && <EmailChange account={account} to={account.new_email} />}
              </>
            }
            actions={change("email", email)}
          />
          <ListRow
            title={phone}
            note={account.phone === "" ? noPhone : `+${account.phone}`}
            actions={change("phone", phone)}
          />
        </RowList>
        {changing === "name" && <ChangeName name={displayName} onClose={close} />}
        {changing === "userName" && <ChangeUserName name={ownName ?? ""} onClose={close} />}
        {changing === "email" && <ChangeEmail onClose={close} />}
        {changing === "phone" && <ChangePhone onClose={close} />}
      </Section>
      <Section
        title={texts.ownData.title}
        lead={texts.ownData.lead}
        actions={
          <a className="v-button" data-kind="default" href={`${publicPath()}/api/user/export`} download>
            {texts.ownData.download}
          </a>
        }
      />
      {methods?.self_delete_enabled === true && <DeleteAccount login={account.email || account.phone} />}
    </>
  );
}

/** How far a change of the address is, which both addresses may have to confirm. */
function EmailChange({ account, to }: { readonly account: Account; readonly to: string }) {
  const { emailPending, emailHalf } = texts.profile;
  const { email, email_change_confirmed: confirmed } = account;
  return (
    <span className="v-hint">
      {" "}
      {emailPending(to)} {confirmed === "current" && emailHalf(email, to)}
      {confirmed === "new" && emailHalf(to, email)}
    </span>
  );
}

function nameIn({ user_metadata }: Account): string {
  const name = user_metadata["name"] ?? user_metadata["full_name"];
  return typeof name === "string" ? name : "";
}
