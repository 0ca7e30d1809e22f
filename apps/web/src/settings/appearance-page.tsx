import { Link } from "react-router";
import { Checkbox } from "../control/checkbox.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Section } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { messages } from "../messages/en.ts";
import { LANGUAGES, type Language } from "../messages/language.ts";
import { useOwnChoice, useOwnLanguage, useUnkept } from "../session/own-choice.ts";
import { DENSITIES } from "../theme/density.ts";
import { THEME_CHOICES } from "../theme/theme.ts";
import { texts } from "./messages.ts";
import { SettingsPage } from "./settings-page.tsx";
import { ZoneSelect } from "./zone-select.tsx";

const THEMES = THEME_CHOICES.map((id) => ({ id, label: messages.frame.themes[id] }));
const ROOMS = DENSITIES.map((id) => ({ id, label: texts.appearance.densities[id] }));
const LANGUAGE_IDS = Object.keys(LANGUAGES) as readonly Language[]; // the table's own keys
const TONGUES = LANGUAGE_IDS.map((id) => ({ id, label: LANGUAGES[id] }));

/** How the pages look to the person, in whatever browser. */
export function AppearancePage() {
  const [theme, chooseTheme] = useOwnChoice("theme");
  const [density, chooseDensity] = useOwnChoice("density");
  const [hasPatterns, setPatterns] = useOwnChoice("patterns");
  const [hasSingleKeys, setSingleKeys] = useOwnChoice("singleKeys");
  const [language, chooseLanguage] = useOwnLanguage();
  const unkept = useUnkept();
  const { appearance, tabs } = texts;
  return (
    <SettingsPage title={tabs.appearance} lead={appearance.lead} isForAll>
      {unkept !== undefined && (
        <FaultAlert error={unkept.error} text={`${appearance.unkept} ${unkept.error.message}`} onRetry={unkept.again} />
      )}
      <Section title={appearance.theme}>
        <Select label={appearance.theme} isLabelHidden options={THEMES} value={theme} onChange={chooseTheme} />
      </Section>
      <Section title={appearance.density} lead={appearance.densityHint}>
        <Select label={appearance.density} isLabelHidden options={ROOMS} value={density} onChange={chooseDensity} />
      </Section>
      <Section title={appearance.charts} lead={appearance.patternsHint}>
        <Checkbox isSelected={hasPatterns} onChange={setPatterns}>
          {appearance.patterns}
        </Checkbox>
      </Section>
      <Section title={appearance.language} lead={appearance.languageHint}>
        <Select
          label={appearance.language}
          isLabelHidden
          options={TONGUES}
          value={language}
          onChange={chooseLanguage}
        />
      </Section>
      <Section title={appearance.zone} lead={appearance.zoneHint}>
        <ZoneSelect isLabelHidden />
      </Section>
      <Section title={appearance.keys} lead={<Link to="/help/shortcuts">{appearance.allKeys}</Link>}>
        <Checkbox isSelected={hasSingleKeys} onChange={setSingleKeys}>
          {appearance.singleKeys}
        </Checkbox>
      </Section>
    </SettingsPage>
  );
}
