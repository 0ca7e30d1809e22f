import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, Building2, Check, PenLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import {
  changeSsoProvider,
  issuerOfSsoProvider,
  nameOfSsoProvider,
  removeSsoProvider,
  type SsoProvider,
  ssoProvidersQuery,
} from "../api/single-sign-on.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { RowMenu } from "../control/row-menu.tsx";
import { Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { ActionsHead, SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { messages } from "../messages/en.ts";
import { Writable } from "../session/writable.tsx";
import { AccessPage } from "./access-page.tsx";
import { groupsOf } from "./access-pages.ts";
import { texts } from "./messages.ts";
import { ServiceAddresses } from "./service-addresses.tsx";
import { Settings } from "./settings-page.tsx";
import { SsoProviderDialog } from "./sso-provider-dialog.tsx";

/** Single sign-on, in the order in which it is set up. */
export function SsoPage() {
  return (
    <AccessPage page="sso">
      <Settings groupsOf={(fields) => groupsOf("sso", fields)} />
      <Section title={texts.sso.addresses} lead={texts.sso.addressesLead}>
        <ServiceAddresses />
      </Section>
      <Providers />
    </AccessPage>
  );
}

/** What is open over the list. */
type Open =
  | { readonly kind: "add" }
  | { readonly kind: "change" | "remove"; readonly provider: SsoProvider }
  | undefined;

function Providers() {
  const providers = useQuery(ssoProvidersQuery);
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const acting = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ssoProvidersQuery.queryKey }),
  });
  const add = (
    <Writable>
      <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setOpen({ kind: "add" })}>
        {texts.sso.add}
      </Button>
    </Writable>
  );
  return (
    <Section title={texts.sso.providers} lead={texts.sso.providersLead} actions={add}>
      {acting.error !== null && <FaultAlert error={acting.error} />}
      {providers.error !== null && <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />}
      {providers.isPending && <SkeletonTable label={messages.loading} columns={4} />}
      {providers.data?.length === 0 && (
        <EmptyState icon={Building2} title={texts.sso.none} text={texts.sso.noneText} learn="single-sign-on">
          {add}
        </EmptyState>
      )}
      {providers.data !== undefined && providers.data.length > 0 && (
        <ProviderTable providers={providers.data} onOpen={setOpen} onAct={acting.mutate} />
      )}
      {open?.kind === "add" && <SsoProviderDialog onClose={close} />}
      {open?.kind === "change" && <SsoProviderDialog provider={open.provider} onClose={close} />}
      {open?.kind === "remove" && <RemoveProvider provider={open.provider} onClose={close} />}
    </Section>
  );
}

interface RemoveProviderProps {
  readonly provider: SsoProvider;
  readonly onClose: () => void;
}

function RemoveProvider({ provider, onClose }: RemoveProviderProps) {
  return (
    <RemoveDialog
      title={texts.sso.removeTitle}
      text={texts.sso.removeText(issuerOfSsoProvider(provider))}
      submit={texts.sso.remove}
      remove={() => removeSsoProvider(provider.id)}
      changes={ssoProvidersQuery.queryKey}
      onClose={onClose}
    />
  );
}

interface ProviderTableProps {
  readonly providers: readonly SsoProvider[];
  readonly onOpen: (open: Open) => void;
  readonly onAct: (act: () => Promise<unknown>) => void;
}

function ProviderTable({ providers, onOpen, onAct }: ProviderTableProps) {
  const { columns } = texts.sso;
  const head = (
    <>
      <th scope="col">{columns.domains}</th>
      <WideHead>{columns.entity}</WideHead>
      <th scope="col">{columns.state}</th>
      <WideHead>{columns.created}</WideHead>
      <ActionsHead />
    </>
  );
  return (
    <Table hasSheets label={`${texts.sso.providers}: ${columns.domains}`} head={head}>
      {providers.map((provider) => {
        const { id, disabled, created_at } = provider;
        const name = nameOfSsoProvider(provider);
        return (
          <TableRow key={id} name={name}>
            <th scope="row">
              <Link to={`/access/sso/${id}`}>{name}</Link>
              <SecondLine>{issuerOfSsoProvider(provider)}</SecondLine>
            </th>
            <td className="v-cell-wide">{issuerOfSsoProvider(provider)}</td>
            <td>
              <Status kind={disabled ? "unknown" : "ok"}>{disabled ? texts.off : texts.on}</Status>
            </td>
            <td className="v-cell-quiet v-cell-wide">
              <Age at={created_at} />
            </td>
            <td className="v-cell-action">
              <Writable>
                <RowMenu
                  label={texts.sso.actsFor(name)}
                  actions={[
                    { label: texts.sso.change, icon: PenLine, onAction: () => onOpen({ kind: "change", provider }) },
                    {
                      label: disabled ? texts.sso.enable : texts.sso.disable,
                      icon: disabled ? Check : Ban,
                      onAction: () => onAct(() => changeSsoProvider(id, { disabled: !disabled })),
                    },
                    {
                      label: texts.sso.remove,
                      icon: Trash2,
                      kind: "danger",
                      onAction: () => onOpen({ kind: "remove", provider }),
                    },
                  ]}
                />
              </Writable>
            </td>
          </TableRow>
        );
      })}
    </Table>
  );
}
