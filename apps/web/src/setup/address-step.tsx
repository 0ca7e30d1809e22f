import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { publicPath } from "../api/public-path.ts";
import { request } from "../api/request.ts";
import { systemQuery } from "../api/system.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { copyText } from "../control/clipboard.ts";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Select } from "../control/select.tsx";
import { messages } from "../messages/en.ts";
import { useOwnChoice, useUnkept } from "../session/own-choice.ts";
import { texts as settingTexts } from "../settings/messages.ts";
import { ZoneSelect } from "../settings/zone-select.tsx";
import { THEME_CHOICES } from "../theme/theme.ts";
import { SetUpStep } from "./set-up-step.tsx";
import { addressOf } from "./step-list.tsx";
import { stepTexts } from "./step-messages.ts";

const texts = stepTexts.address;
const { appearance } = settingTexts;

/** Where people find the server, and how times and pages look. Each choice holds at once. */
export function AddressStep() {
  const [theme, chooseTheme] = useOwnChoice("theme");
  const unkept = useUnkept();
  const navigate = useNavigate();
  return (
    <SetUpStep
      step="address"
      onDone={() => void navigate(addressOf("mail"))}
      submit={
        <Button type="submit" kind="primary">
          {stepTexts.goOn}
        </Button>
      }
    >
      <PublicAddress />
      {unkept !== undefined && (
        <FaultAlert error={unkept.error} text={`${appearance.unkept} ${unkept.error.message}`} onRetry={unkept.again} />
      )}
      <div className="v-field">
        <ZoneSelect />
        <span className="v-hint">{appearance.zoneHint}</span>
      </div>
      <Select
        label={messages.frame.theme}
        options={THEME_CHOICES.map((id) => ({ id, label: messages.frame.themes[id] }))}
        value={theme}
        onChange={chooseTheme}
      />
    </SetUpStep>
  );
}

/** Says at which address this browser reaches the server, and whether the server knows it by the same one. */
function PublicAddress() {
  const here = window.location.origin + publicPath();
  const answering = useQuery({
    queryKey: ["answers", here],
    queryFn: async ({ signal }) => {
      const asked = performance.now();
      await request("/api/login/ping", { signal });
      return Math.max(1, Math.round(performance.now() - asked));
    },
  });
  const { data: system } = useQuery(systemQuery);
  if (answering.error !== null) return <Alert kind="crit">{texts.silent(here)}</Alert>;
  if (answering.data === undefined || system === undefined) return <p role="status">{texts.checking}</p>;
  if (system.publicUrl === here) return <Alert kind="ok">{texts.answers(here, answering.data)}</Alert>;
  const line = `VEDETTE_PUBLIC_URL=${here}`;
  return (
    <Alert kind="warn">
      <p>{texts.other(here, system.publicUrl)}</p>
      <p>
        <code>{line}</code>{" "}
        <Button kind="quiet" onPress={() => void copyText(line)}>
          {texts.copy}
        </Button>
      </p>
    </Alert>
  );
}
