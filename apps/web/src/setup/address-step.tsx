import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { publicPath } from "../api/public-path.ts";
import { request } from "../api/request.ts";
import { systemQuery } from "../api/system.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { copyText } from "../control/clipboard.ts";
import { Select } from "../control/select.tsx";
import { keepZone, keptZone, ZONES, type ZoneChoice } from "../dashboards/kept-zone.ts";
import { messages } from "../messages/en.ts";
import { chooseTheme, keptTheme, THEME_CHOICES } from "../theme/theme.ts";
import { SetUpStep } from "./set-up-step.tsx";
import { addressOf } from "./step-list.tsx";
import { stepTexts } from "./step-messages.ts";

const texts = stepTexts.address;

/** Where people find the server, and how times and pages look. Each choice holds at once. */
export function AddressStep() {
  const [zone, setZone] = useState(keptZone);
  const [theme, setTheme] = useState(keptTheme);
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
      <div className="v-field">
        <Select
          label={texts.zone}
          options={ZONES.map((id) => ({ id, label: labelOf(id) }))}
          value={zone}
          onChange={(choice) => {
            keepZone(choice);
            setZone(choice);
          }}
        />
        <span className="v-hint">{texts.zoneHint}</span>
      </div>
      <Select
        label={messages.frame.theme}
        options={THEME_CHOICES.map((id) => ({ id, label: messages.frame.themes[id] }))}
        value={theme}
        onChange={(choice) => {
          chooseTheme(choice);
          setTheme(choice);
        }}
      />
    </SetUpStep>
  );
}

function labelOf(zone: ZoneChoice): string {
  return zone === "browser" || zone === "utc" ? texts.zones[zone] : zone;
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
