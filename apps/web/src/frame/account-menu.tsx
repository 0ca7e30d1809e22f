import { useQuery } from "@tanstack/react-query";
import { readLinkTarget } from "@vedette/client/link-target";
import { BookOpen, Check, Keyboard, LogOut, MessageSquare, Palette, UserRound } from "lucide-react";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from "react-aria-components";
import { uiSettingsQuery } from "../api/ui-settings.ts";
import { MenuEntry } from "../control/menu-entry.tsx";
import { messages } from "../messages/en.ts";
import { LANGUAGES, type Language } from "../messages/language.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { useOwnChoice, useOwnLanguage } from "../session/own-choice.ts";
import { THEME_CHOICES } from "../theme/theme.ts";
import { useSignOut } from "./use-sign-out.ts";
import "../control/menu.css";

const LANGUAGE_IDS = Object.keys(LANGUAGES) as readonly Language[]; // the table's own keys

export function AccountMenu() {
  const user = useCurrentUser();
  const { data: settings } = useQuery(uiSettingsQuery);
  const feedback = readLinkTarget(settings?.FeedbackURL ?? "");
  const [theme, chooseTheme] = useOwnChoice("theme");
  const [language, chooseLanguage] = useOwnLanguage();
  const signingOut = useSignOut();

  return (
    <MenuTrigger>
      <Button className="v-button" data-kind="icon" aria-label={messages.frame.account}>
        <span className="v-avatar" data-initials={initialsOf(user.name || user.email)} />
      </Button>
      <Popover className="v-popover" placement="bottom end">
        <Menu className="v-menu">
          <MenuSection>
            <Header className="v-menu-header">
              {user.name !== "" && <strong>{user.name}</strong>}
              <span>{user.email}</span>
              {settings?.CloudUI === false && <span>{`${messages.product} ${settings.Version}`}</span>}
            </Header>
            <MenuEntry icon={UserRound} text={messages.frame.account} href="/account" />
            <MenuEntry icon={Palette} text={messages.frame.appearance} href="/settings/appearance" />
            <MenuEntry icon={BookOpen} text={messages.frame.guides} href="/help/guides" />
            <MenuEntry icon={Keyboard} text={messages.frame.shortcuts} href="/help/shortcuts" />
            {feedback !== undefined && (
              <MenuEntry
                icon={MessageSquare}
                text={messages.frame.feedback}
                href={feedback.href}
                target="_blank"
                rel="noreferrer"
              />
            )}
          </MenuSection>
          <Separator className="v-menu-line" />
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[theme]}
            onSelectionChange={(keys) => {
              const chosen = THEME_CHOICES.find((choice) => keys !== "all" && keys.has(choice));
              if (chosen !== undefined) chooseTheme(chosen);
            }}
          >
            <Header className="v-menu-header">{messages.frame.theme}</Header>
            {THEME_CHOICES.map((choice) => (
              <MenuItem key={choice} id={choice} className="v-menu-item" textValue={messages.frame.themes[choice]}>
                <Check className="v-menu-check" aria-hidden />
                {messages.frame.themes[choice]}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className="v-menu-line" />
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[language]}
            onSelectionChange={(keys) => {
              const chosen = LANGUAGE_IDS.find((id) => keys !== "all" && keys.has(id));
              if (chosen !== undefined) chooseLanguage(chosen);
            }}
          >
            <Header className="v-menu-header">{messages.frame.language}</Header>
            {LANGUAGE_IDS.map((id) => (
              <MenuItem key={id} id={id} className="v-menu-item" textValue={LANGUAGES[id]}>
                <Check className="v-menu-check" aria-hidden />
                <span lang={id}>{LANGUAGES[id]}</span>
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className="v-menu-line" />
          <MenuEntry
            icon={LogOut}
            text={messages.frame.signOut}
            onAction={() => signingOut.mutate()}
            isDisabled={signingOut.isPending}
          />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function initialsOf(name: string): string {
  const [first = "", ...others] = name.split(/[\s@.]+/).filter((word) => word !== "");
  const last = others.length === 0 || name.includes("@") ? first.slice(1, 2) : (others.at(-1) ?? "").slice(0, 1);
  return first.slice(0, 1) + last;
}
