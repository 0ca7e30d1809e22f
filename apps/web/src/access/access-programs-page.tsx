import { useQuery, useQueryClient } from "@tanstack/react-query";
import { AppWindow, KeyRound, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  issuerQuery,
  type OAuthClient,
  oauthClientsQuery,
  removeOAuthClient,
  renewClientSecret,
} from "../api/oauth-clients.ts";
import { settingsQuery } from "../api/settings.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { ConfirmDialog } from "../control/remove-dialog.tsx";
import { RowMenu } from "../control/row-menu.tsx";
import { Section } from "../control/section.tsx";
import { ActionsHead, SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { messages } from "../messages/en.ts";
import { Writable } from "../session/writable.tsx";
import { AccessPage } from "./access-page.tsx";
import { groupsOf } from "./access-pages.ts";
import { AccessText } from "./access-text.tsx";
import { texts } from "./messages.ts";
import { AddProgram, NewSecret } from "./program-dialogs.tsx";
import { SetWhen } from "./set-when.tsx";
import { Settings } from "./settings-page.tsx";

/** The programs that may sign people in here, and what they are told. */
export function AccessProgramsPage() {
  const { data: settings } = useQuery(settingsQuery);
  const issuer = useQuery(issuerQuery);
  const isOn = settings?.some(({ key, value }) => key === "auth.oauth_server.enabled" && value === true) === true;
  return (
    <AccessPage page="programs">
      <Settings groupsOf={(fields) => groupsOf("programs", fields)} />
      {isOn && (
        <>
          <Section title={texts.programs.address} lead={texts.programs.addressLead}>
            <MissingPart name={texts.programs.issuer} query={issuer} />
            {issuer.data !== undefined && <AccessText label={texts.programs.issuer} text={issuer.data} />}
          </Section>
          <Programs />
        </>
      )}
    </AccessPage>
  );
}

/** What is open over the list. */
type Open =
  | { readonly kind: "add" }
  | { readonly kind: "secret"; readonly client: OAuthClient }
  | { readonly kind: "renew" | "remove"; readonly client: OAuthClient }
  | undefined;

function Programs() {
  const clients = useQuery(oauthClientsQuery);
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const refresh = () => queryClient.invalidateQueries({ queryKey: oauthClientsQuery.queryKey });
  const { programs: words } = texts;
  const show = async (client: OAuthClient) => {
    setOpen({ kind: "secret", client });
    await refresh();
  };
  const add = (
    <Writable>
      <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setOpen({ kind: "add" })}>
        {words.add}
      </Button>
    </Writable>
  );
  return (
    <Section title={words.title} lead={words.lead} actions={add}>
      {clients.error !== null && <ErrorState error={clients.error} onRetry={() => void clients.refetch()} />}
      {clients.isPending && <SkeletonTable label={messages.loading} columns={4} />}
      {clients.data?.length === 0 && (
        <EmptyState icon={AppWindow} title={words.none} text={words.noneText} learn="oauth-server#connect-a-program">
          {add}
        </EmptyState>
      )}
      {clients.data !== undefined && clients.data.length > 0 && <ClientTable clients={clients.data} onOpen={setOpen} />}
      {open?.kind === "add" && <AddProgram onClose={close} onAdded={show} />}
      {open?.kind === "secret" && <NewSecret client={open.client} onClose={close} />}
      {open?.kind === "renew" && (
        <ConfirmDialog
          title={words.renewTitle(nameOf(open.client))}
          text={words.renewText}
          submit={words.renew}
          act={async () => show(await renewClientSecret(open.client.client_id))}
          onClose={close}
        />
      )}
      {open?.kind === "remove" && (
        <ConfirmDialog
          title={words.removeTitle(nameOf(open.client))}
          text={words.removeText}
          submit={words.remove}
          act={async () => {
            await removeOAuthClient(open.client.client_id);
            close();
            await refresh();
          }}
          onClose={close}
        />
      )}
    </Section>
  );
}

function nameOf({ client_name, client_id }: OAuthClient): string {
  return client_name || client_id;
}

interface ClientTableProps {
  readonly clients: readonly OAuthClient[];
  readonly onOpen: (open: Open) => void;
}

function ClientTable({ clients, onOpen }: ClientTableProps) {
  const { programs: words } = texts;
  const head = (
    <>
      <th scope="col">{words.columns.name}</th>
      <WideHead>{words.columns.goes}</WideHead>
      <WideHead>{words.columns.created}</WideHead>
      <WideHead>{words.columns.secret}</WideHead>
      <ActionsHead />
    </>
  );
  return (
    <Table hasSheets label={texts.pages.programs} head={head}>
      {clients.map((client) => (
        <TableRow key={client.client_id} name={nameOf(client)}>
          <th scope="row" className="v-program-name">
            {nameOf(client)}
            {client.registration_type === "dynamic" && ` (${words.itself})`}
            <SecondLine>{client.redirect_uris.join(", ")}</SecondLine>
          </th>
          <td className="v-cell-wide">{client.redirect_uris.join(", ")}</td>
          <td className="v-cell-quiet v-cell-wide">
            <Age at={client.created_at} />
          </td>
          <td className="v-cell-wide">
            {client.client_type === "public" ? (
              <span className="v-hint">{words.noSecret}</span>
            ) : (
              <SetWhen at={client.secret_set_at} by={client.secret_set_by} />
            )}
          </td>
          <td className="v-cell-action">
            <Writable>
              <RowMenu
                label={words.actsFor(nameOf(client))}
                actions={[
                  ...(client.client_type === "public"
                    ? []
                    : [{ label: words.renew, icon: KeyRound, onAction: () => onOpen({ kind: "renew", client }) }]),
                  {
                    label: words.remove,
                    icon: Trash2,
                    kind: "danger" as const,
                    onAction: () => onOpen({ kind: "remove", client }),
                  },
                ]}
              />
            </Writable>
          </td>
        </TableRow>
      ))}
    </Table>
  );
}
