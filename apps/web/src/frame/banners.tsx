import { useQuery } from "@tanstack/react-query";
import { Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { changedSettingsQuery } from "../api/changed-settings.ts";
import { uiSettingsQuery } from "../api/ui-settings.ts";
import { mayDo } from "../api/user.ts";
import { recall, remember } from "../browser-memory.ts";
import { Button } from "../control/button.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { momentText } from "../control/moment-text.ts";
import { useClockDifference } from "../control/use-clock-difference.ts";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { useSeen } from "../session/own-choice.ts";
import { frameTexts } from "./messages.ts";

/** One line about the whole installation, below the bar of every page. */
interface Banner {
  /** What it says, for whoever put it away: another text is another banner. */
  readonly id: string;
  readonly kind: "info" | "warn";
  readonly text: string;
  readonly link?: { readonly to: string; readonly label: string };
  readonly act?: { readonly label: string; readonly run: () => void };
  /** A state in which the page works otherwise is said as long as it lasts. */
  readonly isLasting?: true;
}

const texts = frameTexts.banners;

/** All of them, in their order. */
function useBanners(): readonly Banner[] {
  const { data: settings } = useQuery({ ...uiSettingsQuery, refetchInterval: VERSION_MS });
  const newer = useNewerVersion(settings?.Version);
  const isMailBuiltIn = useBuiltInMail();
  const notice = settings?.BannerText ?? "";
  const { missingFactor } = useCurrentUser();
  const clock = useClockDifference(CLOCK_SECONDS);
  return [
    ...(settings?.DisableWriteActions === true
      ? [{ id: "read-only", kind: "info", text: messages.frame.readOnly, isLasting: true } as const]
      : []),
    ...(missingFactor?.kind === "grace"
      ? [
          {
            id: "factor",
            kind: "warn",
            text: texts.factor(momentText(missingFactor.endsAt, "minute")),
            link: { to: "/account/identities", label: texts.factorLink },
            isLasting: true,
          } as const,
        ]
      : []),
    ...(clock === undefined ? [] : [{ id: "clock", kind: "warn", text: texts.clock(clock), isLasting: true } as const]),
    ...(newer === undefined
      ? []
      : [
          {
            id: `version:${newer}`,
            kind: "info",
            text: texts.newer(newer),
            act: { label: messages.error.reload, run: () => location.reload() },
          } as const,
        ]),
    ...(notice === "" ? [] : [{ id: `notice:${notice}`, kind: "warn", text: notice } as const]),
    ...(isMailBuiltIn
      ? [{ id: "mail", kind: "info", text: texts.mail, link: { to: "/access/mail", label: texts.mailLink } } as const]
      : []),
  ];
}

/** What has to be said of this installation, and was not put away by this person. */
export function Banners() {
  const [isAway, putAway] = useSeen();
  const shown = useBanners().filter(({ id, isLasting }) => isLasting === true || !isAway(id));
  if (shown.length === 0) return null;
  return (
    <aside className="v-banners" aria-label={texts.label}>
      {shown.map(({ id, kind, text, link, act, isLasting }) => (
        <div key={id} className="v-banner" data-kind={kind}>
          {kind === "warn" ? <TriangleAlert aria-hidden /> : <Info aria-hidden />}
          <p>{text}</p>
          {link !== undefined && <Link to={link.to}>{link.label}</Link>}
          {act !== undefined && (
            <Button kind="quiet" onPress={act.run}>
              {act.label}
            </Button>
          )}
          {isLasting !== true && (
            <IconButton label={texts.dismiss} icon={<X aria-hidden />} onPress={() => putAway(id)} />
          )}
        </div>
      ))}
    </aside>
  );
}

/** Less changes no time that a page shows. */
const CLOCK_SECONDS = 60;

/** How often the version that answers is asked for. */
const VERSION_MS = 5 * 60_000;

/** @returns the version that answers when it is another than answered first, which is the one of these pages */
function useNewerVersion(answering: string | undefined): string | undefined {
  const [own, setOwn] = useState(answering);
  if (own === undefined && answering !== undefined) setOwn(answering);
  return answering === own ? undefined : answering;
}

const MAIL_KEY = "vedette.built-in-mail";
const wasBuiltIn = recall(MAIL_KEY) !== null;

/**
 * Whether mail goes through the built-in sender, for whoever may change that. What is learned is said when the
 * pages are loaded the next time: nothing may push down what somebody reads.
 */
function useBuiltInMail(): boolean {
  const isWanted = mayDo(useCurrentUser(), "identity.settings:write");
  const { data: changed } = useQuery({ ...changedSettingsQuery, enabled: isWanted });
  const isBuiltIn = changed === undefined ? undefined : !changed.includes("auth.email.smtp.host");
  useEffect(() => {
    if (isBuiltIn !== undefined) remember(MAIL_KEY, isBuiltIn ? "yes" : null);
  }, [isBuiltIn]);
  return isWanted && wasBuiltIn && isBuiltIn !== false;
}
