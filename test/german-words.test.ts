import { HTTP_ERRORS } from "@vedette/http";
import {
  CONFIGURATION_ERRORS,
  FIELD_FAULTS,
  IDENTITY_ERRORS,
  LOG_TYPE_BY_ACTION,
  MAIL_KINDS,
  MAIL_VARIABLES,
} from "@vedette/identity";
import { METRICS_ERRORS } from "@vedette/metrics";
import { PERMISSIONS, RESOURCE_ERRORS } from "@vedette/resources";
import type { SettingDeclaration } from "@vedette/settings";
import { describe, expect, it } from "vitest";
import { ALL_SETTINGS } from "../apps/server/src/settings.ts";
import { settingName } from "../apps/web/src/api/setting-name.ts";
import { texts as auditTexts } from "../apps/web/src/audit/messages.ts";
import { errorWords } from "../apps/web/src/messages/de/server/errors.ts";
import { mailWords } from "../apps/web/src/messages/de/server/mails.ts";
import { permissionWords } from "../apps/web/src/messages/de/server/permissions.ts";
import { queryWords } from "../apps/web/src/messages/de/server/queries.ts";
import { settingNames } from "../apps/web/src/messages/de/server/setting-names.ts";
import { settingWords } from "../apps/web/src/messages/de/server/settings.ts";
import { inGerman } from "../apps/web/src/messages/de/server/words.ts";
import { parseQuery } from "../services/metrics/src/promql/parse.ts";

/** Settings that the pages show. */
const shown = ALL_SETTINGS.flatMap((table) => Object.entries<SettingDeclaration>(table)).filter(
  ([, { field }]) => field !== undefined,
);

/** The same in both languages. */
const ALIKE: ReadonlySet<string> = new Set(["Domain"]);

const docs = shown.map(([, { doc }]) => doc);
const names = shown.map(([key]) => settingName(key));
const mails = [...Object.values(MAIL_KINDS).map(({ occasion }) => occasion), ...Object.values(MAIL_VARIABLES)];
const permissions = Object.values(PERMISSIONS).map(({ doc }) => doc);
const refusals = [HTTP_ERRORS, IDENTITY_ERRORS, RESOURCE_ERRORS, METRICS_ERRORS, CONFIGURATION_ERRORS].flatMap(
  (table) => Object.values(table).map(({ message }) => message),
);

function refusalOf(query: string): string {
  try {
    parseQuery(query);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new TypeError(`${query} is refused`);
}

describe("what the server says", () => {
  it.each([
    ["of the settings that pages show", docs],
    ["as their names", names],
    ["of the mails and what templates may name", mails],
    ["of what permissions let do", permissions],
    ["when it refuses or fails", refusals],
    ["of values of settings that it refuses", Object.values(FIELD_FAULTS).map((fault) => `jwt_exp: ${fault}`)],
    [
      "of templates that it refuses",
      ["mailer_subjects_invite: it is broken: line 1, column 1: {{ end }} ends nothing"],
    ],
  ])("%s is known in German", (_, texts) => {
    expect(texts.filter((text) => inGerman(text) === text && !ALIKE.has(text))).toEqual([]);
  });

  it.each([
    ["settings", settingWords, docs],
    ["names of settings", settingNames, names],
    ["mails", mailWords, mails],
    ["permissions", permissionWords, permissions],
  ])("is not known in German where nobody says it: %s", (_, words, said) => {
    const isSaid = (english: string) => {
      const [before = "", after = ""] = english.split("{0}");
      return said.some(
        (text) => text === english || (english.includes("{0}") && text.startsWith(before) && text.endsWith(after)),
      );
    };

    expect(Object.keys(words).filter((english) => !isSaid(english))).toEqual([]);
  });

  it("keeps what it filled in, and puts that into German as well where it is known", () => {
    expect(inGerman("Password should be at least 12 characters.")).toBe("Das Passwort braucht mindestens 12 Zeichen.");
    expect(inGerman("Subject of the mail: The password was changed.")).toBe(
      "Betreff der Mail: Das Passwort wurde geändert.",
    );
    expect(inGerman("message must have at most 200 characters")).toBe("message darf höchstens 200 Zeichen haben.");
    expect(inGerman("items[0].type must be one of a, b")).toBe("items[0].type muss eines von diesen sein: a, b.");
    expect(
      inGerman(
        "Password should be at least 8 characters. Password should contain at least one character of each: abc.",
      ),
    ).toBe(
      "Das Passwort braucht mindestens 8 Zeichen. Das Passwort braucht mindestens ein Zeichen aus jedem von: abc.",
    );
    expect(inGerman("invalid smoothing factor. Expected: 0 < sf < 1, got: 2.000000")).toBe(
      "Der Faktor „sf“ muss größer als 0 und kleiner als 1 sein; er ist 2.000000.",
    );
    expect(inGerman("PromQL warning: ratio value should be between -1 and 1, got 7, capping to 1 (1:13)")).toBe(
      "Ein Anteil liegt zwischen -1 und 1; er ist 7 und gilt als 1. (Zeile 1, Zeichen 13)",
    );
    expect(inGerman('PromQL warning: this native histogram metric is not a counter: "a:b" (2:4)')).toBe(
      'Das Histogramm "a:b" ist kein Zähler. (Zeile 2, Zeichen 4)',
    );
    expect(inGerman("Nobody knows this sentence.")).toBe("Nobody knows this sentence.");
  });

  it.each([
    ["", "Die Abfrage ist leer."],
    ["sum((", "Eine Klammer ( wird nicht geschlossen."],
    ["up)", "Diese Klammer ) hat keinen Anfang."],
    ["up up", 'Das darf hier nicht stehen: der Name "up"'],
    ["1 +", "Das darf hier nicht stehen: das Ende"],
    ["up{job=}", 'Hier fehlt ein Wert in Anführungszeichen; es steht "}".'],
    ['up{job "x"}', 'Hier fehlt =, !=, =~ oder !~; es steht der Text "\\"x\\"".'],
    ["sum by (job up)", 'Nach dem Label fehlt , oder ); hier steht der Name "up".'],
    ["up offset x", 'Nach „offset“ fehlt eine Dauer; hier steht der Name "x".'],
    [
      "rate(up)",
      "Die Funktion „rate“ braucht Werte über eine Zeitspanne, etwa mit [5m], nicht Werte eines Augenblicks.",
    ],
    ["rate(up[0s])", "Eine Dauer muss größer als 0 sein."],
    ["rate()", "Argumente von „rate“: es braucht 1, da sind 0."],
    ["topk(up)", "Argumente der Zusammenfassung: es braucht 2, da sind 1."],
    ["foo(up)", "Eine Funktion „foo“ gibt es nicht."],
    ["1 > 2", "Zahlen vergleicht man mit „bool“."],
    ['up{__name__="down"}', 'Die Metrik ist zweimal genannt: "up" oder "down".'],
    ["up @ 1e300", "Der Zeitpunkt nach „@“ liegt zu weit weg: 1e300"],
  ])("is said in German of the query %j", (query, german) => {
    const said = `invalid parameter "query": ${refusalOf(query)}`;

    expect(inGerman(said).replace(/^Die Abfrage stimmt nicht, Zeile \d+, Zeichen \d+: /, "")).toBe(german);
  });

  it("fills the same places in German", () => {
    const places = (text: string) => new Set(text.match(/\{\d\}/g));
    const odd = Object.entries({ ...settingWords, ...errorWords, ...queryWords }).filter(([english, german]) =>
      [...places(german)].some((place) => !places(english).has(place)),
    );

    expect(odd).toEqual([]);
  });
});

it("every event of the sign-in service has words in the audit log", () => {
  expect(new Set(Object.keys(auditTexts.events))).toEqual(new Set(Object.keys(LOG_TYPE_BY_ACTION)));
});
