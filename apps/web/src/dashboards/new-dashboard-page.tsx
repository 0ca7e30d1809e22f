import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { createDashboard } from "../api/dashboards.ts";
import { namePrefixOf } from "../api/resource-name.ts";
import { Button, LinkButton } from "../control/button.tsx";
import { Choices } from "../control/choices.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { TextField } from "../control/text-field.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { WritablePage } from "../session/writable.tsx";
import { newDashboardSpec, STARTS, type Start } from "./new-dashboard-spec.ts";
import { useWantedFolder } from "./wanted-folder.ts";

export function NewDashboardPage() {
  const texts = messages.dashboards.create;
  const [title, setTitle] = useState<string>(texts.proposal);
  const folder = useWantedFolder();
  const [start, setStart] = useState<Start>("overview");
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const creating = useMutation({
    mutationFn: () =>
      createDashboard(
        { generateName: namePrefixOf(title, "dashboard"), ...folder.metadata },
        newDashboardSpec(title.trim(), start, texts.note),
      ),
    onSuccess: async ({ metadata }) => {
      await queryClient.invalidateQueries({ queryKey: ["dashboards"] });
      await navigate(`/d/${encodeURIComponent(metadata.name)}`, { replace: true });
    },
  });

  return (
    <WritablePage title={texts.title}>
      <Page title={texts.title} trail={folder.trail} width="form">
        <Form
          className="v-card v-stack"
          isPending={creating.isPending}
          error={creating.error}
          onSubmit={() => creating.mutate()}
        >
          {creating.error !== null && <FaultAlert error={creating.error} />}
          <TextField
            label={messages.dashboards.columns.title}
            value={title}
            onChange={setTitle}
            isProposal
            isRequired
            autoFocus
          />
          <Choices
            label={texts.start}
            choices={STARTS.map((id) => ({ id, ...texts.starts[id] }))}
            value={start}
            onChange={setStart}
          />
          <div className="v-form-actions">
            <LinkButton to={folder.to} kind="quiet">
              {messages.cancel}
            </LinkButton>
            <Button type="submit" kind="primary" isPending={creating.isPending}>
              {texts.submit}
            </Button>
          </div>
        </Form>
      </Page>
    </WritablePage>
  );
}
