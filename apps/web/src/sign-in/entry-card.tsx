import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { uiSettingsQuery } from "../api/ui-settings.ts";
import { Button } from "../control/button.tsx";
import { Mark } from "../frame/mark.tsx";
import { messages } from "../messages/en.ts";
import { chooseLanguage, keptLanguage, LANGUAGES } from "../messages/language.ts";
import { chooseTheme, keptTheme, THEME_CHOICES } from "../theme/theme.ts";
import "./entry-card.css";

interface EntryCardProps {
  /** The page's h1 and the first part of the document's title. */
  readonly title: string;
  /** One line below the title: what is asked for, and why. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Links to the other ways, below the card. */
  readonly foot?: ReactNode;
}

/** Language and colours, before anybody is known: each button says what is, and a press takes the next. */
function Looks() {
  const language = keptLanguage() === "en" ? "de" : "en";
  const [theme, setTheme] = useState(keptTheme);
  const next = THEME_CHOICES[(THEME_CHOICES.indexOf(theme) + 1) % THEME_CHOICES.length] ?? "dark";
  const choose = () => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <span className="v-entry-looks">
      <Button kind="quiet" onPress={() => chooseLanguage(language)}>
        <span lang={language}>{LANGUAGES[language]}</span>
      </Button>
      <Button kind="quiet" onPress={choose}>{`${messages.frame.theme}: ${messages.frame.themes[theme]}`}</Button>
    </span>
  );
}

/** Nothing before it is known: another name in its place for a moment would be wrong. */
function useInstanceName(): string {
  const { data, isPending } = useQuery(uiSettingsQuery);
  return data?.InstanceName ?? (isPending ? "" : messages.product);
}

/** The one card of the pages that stand before the session: set-up, sign-in, sign-up, invitation, confirmation. */
export function EntryCard({ title, lead, children, foot }: EntryCardProps) {
  return (
    <div className="v-entry">
      <title>{`${title} · ${messages.product}`}</title>
      <header className="v-entry-product">
        <Mark />
        {useInstanceName()}
      </header>
      <main className="v-entry-card">
        <h1 className="v-entry-title">{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
        {children}
      </main>
      <footer className="v-entry-foot">
        {foot}
        <Looks />
      </footer>
    </div>
  );
}
