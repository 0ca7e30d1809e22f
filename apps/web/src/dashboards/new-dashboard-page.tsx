import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { useNavigate } from "react-router";
import { createDashboard } from "../api/dashboards.ts";
import { namePrefixOf } from "../api/resource-name.ts";
import { Alert } from "../control/alert.tsx";
import { Button, LinkButton } from "../control/button.tsx";
import { Form } from "../control/form.tsx";
import { TextField } from "../control/text-field.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { newDashboardSpec, STARTS, type Start } from "./new-dashboard-spec.ts";
import "./new-dashboard-page.css";
import { WritablePage } from "../session/writable.tsx";

export function NewDashboardPage() {
  const texts = messages.dashboards.create;
  const [title, setTitle] = useState<string>(texts.proposal);
  const [start, setStart] = useState<Start>("overview");
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const creating = useMutation({
    mutationFn: () =>
      createDashboard(
        { generateName: namePrefixOf(title, "dashboard") },
        newDashboardSpec(title.trim(), start, texts.note),
      ),
    onSuccess: async ({ metadata }) => {
      await queryClient.invalidateQueries({ queryKey: ["dashboards"] });
      await navigate(`/d/${encodeURIComponent(metadata.name)}`, { replace: true });
    },
  });

  return (
    <WritablePage title={texts.title}>
      <Page title={texts.title} trail={[{ label: messages.dashboards.title, to: "/dashboards" }]} width="form">
        <Form className="v-card v-stack" isPending={creating.isPending} onSubmit={() => creating.mutate()}>
          {creating.error !== null && <Alert kind="crit">{creating.error.message}</Alert>}
          <TextField
            label={messages.dashboards.columns.title}
            value={title}
            onChange={setTitle}
            isProposal
            isRequired
            autoFocus
          />
          <RadioGroup
            className="v-field"
            value={start}
            onChange={(value) => setStart(STARTS.find((known) => known === value) ?? "empty")}
          >
            <Label className="v-label">{texts.start}</Label>
            <div className="v-choices">
              {STARTS.map((choice) => (
                <Radio key={choice} value={choice} className="v-choice">
                  <strong>{texts.starts[choice].name}</strong>
                  <span>{texts.starts[choice].text}</span>
                </Radio>
              ))}
            </div>
          </RadioGroup>
          <div className="v-form-actions">
            <LinkButton to="/dashboards" kind="quiet">
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
