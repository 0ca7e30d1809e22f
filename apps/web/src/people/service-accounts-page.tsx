import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bot, Plus, SearchX } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { makeServiceAccount, serviceAccountsQuery } from "../api/service-accounts.ts";
import { may, type Role } from "../api/user.ts";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { Select } from "../control/select.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { TextField } from "../control/text-field.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { ROLE_OPTIONS, texts } from "./messages.ts";
import { PeopleTabs } from "./people-tabs.tsx";
import { takenName } from "./taken-name.ts";

const { accounts: words } = texts;

export function ServiceAccountsPage() {
  const user = useCurrentUser();
  const title = texts.pages["service-accounts"];
  return may(user, "serviceaccounts:read") ? (
    <ServiceAccounts title={title} />
  ) : (
    <NoAccess title={title} neededRole="Admin" permission="serviceaccounts:read" />
  );
}

function ServiceAccounts({ title }: { readonly title: string }) {
  const list = useListAddress();
  const [isMaking, setMaking] = useState(false);
  const query = list.value("q");
  const found = useQuery(serviceAccountsQuery({ query, page: list.page, perpage: list.size }));
  const make = (
    <Writable>
      <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setMaking(true)}>
        {words.make}
      </Button>
    </Writable>
  );
  const head = (
    <>
      <th scope="col">{words.columns.name}</th>
      <WideHead>{words.columns.role}</WideHead>
      <WideHead>{words.columns.tokens}</WideHead>
      <th scope="col">{words.columns.state}</th>
    </>
  );
  return (
    <Page title={title} actions={make}>
      <PeopleTabs />
      <div className="v-filters">
        <SearchBox
          label={words.search}
          value={query}
          found={query === "" || found.isPlaceholderData ? undefined : found.data?.totalCount}
          onChange={(q) => list.change({ q })}
        />
      </div>
      {found.error !== null && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <SkeletonTable label={messages.loading} columns={4} />}
      {found.data?.totalCount === 0 &&
        (query === "" ? (
          <EmptyState icon={Bot} title={words.empty} text={words.emptyText} learn="teams#service-accounts">
            {make}
          </EmptyState>
        ) : (
          <EmptyState icon={SearchX} title={messages.list.noMatch} text={words.noMatch(query)}>
            <Button onPress={() => list.change({ q: "" })}>{messages.list.clearFilters}</Button>
          </EmptyState>
        ))}
      {found.data !== undefined && found.data.totalCount > 0 && (
        <>
          <Table hasSheets label={title} head={head} isStale={found.isPlaceholderData}>
            {found.data.serviceAccounts.map(({ id, name, role, tokens, isDisabled }) => (
              <TableRow key={id} name={name}>
                <th scope="row">
                  <Link to={`/people/service-accounts/${id}`}>{name}</Link>
                  <SecondLine>{texts.users.roles[role]}</SecondLine>
                </th>
                <td className="v-cell-wide">{texts.users.roles[role]}</td>
                <td className="v-cell-wide">{tokens}</td>
                <td>
                  <Status kind={isDisabled ? "unknown" : "ok"}>{isDisabled ? words.disabled : words.enabled}</Status>
                </td>
              </TableRow>
            ))}
          </Table>
          <ListPages list={list} total={found.data.totalCount} isStale={found.isPlaceholderData} />
        </>
      )}
      {isMaking && <MakeServiceAccount onClose={() => setMaking(false)} />}
    </Page>
  );
}

function MakeServiceAccount({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("Viewer");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: () => makeServiceAccount({ name: name.trim(), role }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ["service-accounts"] });
      void navigate(`/people/service-accounts/${id}`);
    },
  });
  const taken = takenName(making.error);
  return (
    <FormDialog
      title={words.make}
      isOpen
      onClose={onClose}
      submit={words.make}
      onSubmit={() => making.mutate()}
      isPending={making.isPending}
      error={taken === undefined ? making.error : null}
    >
      <TextField
        label={words.columns.name}
        value={name}
        onChange={setName}
        isRequired
        autoFocus
        autoComplete="off"
        error={taken}
      />
      <Select label={words.columns.role} options={ROLE_OPTIONS} value={role} onChange={setRole} />
    </FormDialog>
  );
}
