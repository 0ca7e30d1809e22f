import type { CSSProperties } from "react";
import apple from "simple-icons/icons/apple.svg?url";
import bitbucket from "simple-icons/icons/bitbucket.svg?url";
import discord from "simple-icons/icons/discord.svg?url";
import facebook from "simple-icons/icons/facebook.svg?url";
import figma from "simple-icons/icons/figma.svg?url";
import fly from "simple-icons/icons/flydotio.svg?url";
import github from "simple-icons/icons/github.svg?url";
import gitlab from "simple-icons/icons/gitlab.svg?url";
import google from "simple-icons/icons/google.svg?url";
import kakao from "simple-icons/icons/kakaotalk.svg?url";
import keycloak from "simple-icons/icons/keycloak.svg?url";
import notion from "simple-icons/icons/notion.svg?url";
import oidc from "simple-icons/icons/openid.svg?url";
import snapchat from "simple-icons/icons/snapchat.svg?url";
import spotify from "simple-icons/icons/spotify.svg?url";
import twitch from "simple-icons/icons/twitch.svg?url";
import vercel from "simple-icons/icons/vercel.svg?url";
import x from "simple-icons/icons/x.svg?url";
import zoom from "simple-icons/icons/zoom.svg?url";
import "./provider-mark.css";

/** Addresses of icons in one colour, by the name of the provider. Microsoft, LinkedIn, Slack and WorkOS give none away. */
const ICONS: Readonly<Record<string, string>> = {
  apple,
  bitbucket,
  discord,
  facebook,
  figma,
  fly,
  github,
  gitlab,
  google,
  kakao,
  keycloak,
  notion,
  oidc,
  snapchat,
  spotify,
  twitch,
  twitter: x,
  vercel_marketplace: vercel,
  x,
  zoom,
};

interface ProviderMarkProps {
  readonly name: string;
  /** As people call it; its first letter stands where there is no icon. */
  readonly title: string;
}

/** By what people find their provider at a glance: its icon in the colour of the text, or a letter. */
export function ProviderMark({ name, title }: ProviderMarkProps) {
  const icon = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined;
  if (icon === undefined) return <span className="v-provider-letter" aria-hidden data-letter={title.slice(0, 1)} />;
  return <span className="v-provider-icon" aria-hidden style={{ "--v-icon": `url("${icon}")` } as CSSProperties} />;
}
