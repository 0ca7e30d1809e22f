import { useState } from "react";
import { Link } from "react-router";
import { Checkbox } from "../control/checkbox.tsx";
import { Section } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { hasSingleKeys, setSingleKeys } from "../frame/single-keys.ts";
import { messages } from "../messages/en.ts";
import { chooseLanguage, keptLanguage, LANGUAGES, type Language } from "../messages/language.ts";
import { chooseDensity, DENSITIES, keptDensity } from "../theme/density.ts";
import { chooseTheme, keptTheme, THEME_CHOICES } from "../theme/theme.ts";
import { texts } from "./messages.ts";
import { SettingsPage } from "./settings-page.tsx";

const THEMES = THEME_CHOICES.map((id) => ({ id, label: messages.frame.themes[id] }));
const ROOMS = DENSITIES.map((id) => ({ id, label: texts.appearance.densities[id] }));
const LANGUAGE_IDS = Object.keys(LANGUAGES) as readonly Language[]; // the table's own keys
const TONGUES = LANGUAGE_IDS.map((id) => ({ id, label: LANGUAGES[id] }));

/** How the pages look in this browser. */
export function AppearancePage() {
  const [theme, setTheme] = useState(keptTheme);
  const [density, setDensity] = useState(keptDensity);
  const [isOn, setOn] = useState(hasSingleKeys);
  const { appearance, tabs } = texts;
  return (
    <SettingsPage title={tabs.appearance} lead={appearance.lead} isForAll>
      <Section title={appearance.theme}>
        <Select
          label={appearance.theme}
          isLabelHidden
          options={THEMES}
          value={theme}
          onChange={(choice) => {
            chooseTheme(choice);
            setTheme(choice);
          }}
        />
      </Section>
      <Section title={appearance.density} lead={appearance.densityHint}>
        <Select
          label={appearance.density}
          isLabelHidden
          options={ROOMS}
          value={density}
          onChange={(choice) => {
            chooseDensity(choice);
            setDensity(choice);
          }}
        />
      </Section>
      <Section title={appearance.language} lead={appearance.languageHint}>
        <Select
          label={appearance.language}
          isLabelHidden
          options={TONGUES}
          value={keptLanguage()}
          onChange={chooseLanguage}
        />
      </Section>
      <Section title={appearance.keys} lead={<Link to="/help/shortcuts">{appearance.allKeys}</Link>}>
        <Checkbox
          isSelected={isOn}
          onChange={(next) => {
            setSingleKeys(next);
            setOn(next);
          }}
        >
          {appearance.singleKeys}
        </Checkbox>
      </Section>
    </SettingsPage>
  );
}
