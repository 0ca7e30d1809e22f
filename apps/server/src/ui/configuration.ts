import type { AllowedOrigins, httpSettings } from "@vedette/http";
import { type SettingFault, type Settings, SettingsError, type SettingsOf } from "@vedette/settings";
import { readAuth, type SignInConfiguration } from "./auth-configuration.ts";
import { type Complain, type UiSettings, uiSettings } from "./settings.ts";

/** The settings of the UI server, read and found to fit together. */
export interface UiConfiguration {
  readonly settings: UiSettings;
  /** Where the API is; `undefined` where nothing was said. */
  readonly backend: URL | undefined;
  /** Empty, or a path with one leading and no closing slash. */
  readonly publicPath: string;
  /** `undefined` where nobody signs in through a provider. */
  readonly signIn: SignInConfiguration | undefined;
}

/**
 * Reads the settings of the UI server and judges them together.
 *
 * @throws SettingsError with every combination that cannot work
 */
export function readUiConfiguration(settings: Settings): UiConfiguration {
  const ui = settings.of(uiSettings);
  const faults: SettingFault[] = [];
  const complain: Complain = (key, reason) => {
    const isFile = settings.sourceOf(key) === "file";
    faults.push({
      origin: isFile ? "file" : "environment",
      message: `${isFile ? key : uiSettings[key].env} ${reason}`,
    });
  };
  const publicPath = publicPathOf(ui);
  refuseTwins(ui, complain);
  refuseOwnHeaders(ui, complain);
  if (ui["ui.cors_unsafe_allow_all_origins"] && ui["ui.auth.enabled"]) {
    complain(
      "ui.cors_unsafe_allow_all_origins",
      "and VEDETTE_AUTH_ENABLED are both true: any page could act for whoever is signed in",
    );
  }
  const signIn = ui["ui.auth.enabled"] ? readAuth(ui, publicPath, complain) : undefined;
  const backend = readBackend(ui, settings, complain);
  if (faults.length > 0) throw new SettingsError(faults);
  return { settings: ui, backend, publicPath, signIn };
}

/** `/` and a closing slash mean nothing: `//asset` would be a host to a browser. */
export function publicPathOf(ui: Pick<UiSettings, "ui.public_path">): string {
  const path = ui["ui.public_path"].replace(/^\/+|\/+$/g, "");
  return path === "" ? "" : `/${path}`;
}

/** Whose pages may call the API. */
export function allowedOriginsOf(ui: UiSettings, http: SettingsOf<typeof httpSettings>): AllowedOrigins {
  return ui["ui.cors_unsafe_allow_all_origins"] ? "any" : http["server.cors.allowed_origins"];
}

/** What says the same in two ways says nothing. */
const TWINS = [
  ["ui.tls.ca", "ui.tls.ca_data"],
  ["ui.tls.cert", "ui.tls.cert_data"],
  ["ui.tls.key", "ui.tls.key_data"],
] as const;

function refuseTwins(ui: UiSettings, complain: Complain): void {
  for (const [file, content] of TWINS) {
    if (ui[file] !== "" && ui[content] !== "") {
      complain(file, `and ${uiSettings[content].env} are both set; keep one`);
    }
  }
  const hasCertificate = ui["ui.tls.cert"] !== "" || ui["ui.tls.cert_data"] !== "";
  const hasKey = ui["ui.tls.key"] !== "" || ui["ui.tls.key_data"] !== "";
  if (hasCertificate && !hasKey) complain("ui.tls.cert", "needs VEDETTE_TLS_KEY or VEDETTE_TLS_KEY_DATA beside it");
  if (hasKey && !hasCertificate) complain("ui.tls.key", "needs VEDETTE_TLS_CERT or VEDETTE_TLS_CERT_DATA beside it");
}

const tlsKeys = Object.keys(uiSettings).filter((key): key is TlsKey => key.startsWith("ui.tls."));
type TlsKey = Extract<keyof UiSettings, `ui.tls.${string}`>;

/** What belongs to one connection, or would carry somebody's session away. */
const NEVER_FORWARDED =
  /^(cookie|host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|proxy-.*)$/;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

function refuseOwnHeaders(ui: UiSettings, complain: Complain): void {
  for (const name of ui["ui.forward_headers"]) {
    if (NEVER_FORWARDED.test(name.toLowerCase())) {
      complain("ui.forward_headers", `names ${name}, which is never handed on; take it out`);
    } else if (!HEADER_NAME.test(name)) {
      complain("ui.forward_headers", `names ${JSON.stringify(name)}, which is no name of a header`);
    }
  }
}

function readBackend(ui: UiSettings, settings: Settings, complain: Complain): URL | undefined {
  const text = ui.vedetteGrpcAddress;
  if (text === "") return undefined;
  const tls = tlsKeys.filter((key) => ui[key] !== "" && settings.sourceOf(key) !== "default");
  const usesTls = tls.length > 0;
  // A check of certificates may be switched on or off for an API that has none yet; a certificate may not be useless.
  const [unused] = tls.filter((key) => key !== "ui.tls.enable_host_verification");
  if (/^http:/i.test(text) && unused !== undefined) {
    complain("vedetteGrpcAddress", `is ${text}, and ${uiSettings[unused].env} is set; write https:// or leave it out`);
  }
  const address = /^https?:\/\//i.test(text) ? text : `${usesTls ? "https" : "http"}://${text}`;
  if (!URL.canParse(address)) {
    complain("vedetteGrpcAddress", `is ${JSON.stringify(text)}, which is no host:port and no address`);
    return undefined;
  }
  return new URL(address);
}
