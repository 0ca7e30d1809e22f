import type { SettingDeclaration } from "@vedette/settings";
import { ALL_SETTINGS, CONFIG_VARIABLE, DEFAULT_CONFIG_PATH } from "../../apps/server/src/settings.ts";
import { tableCell } from "./markdown.ts";

/** Every setting, from its declaration. */
export function settingsReference(): string {
  const sections = new Map<string, [string, SettingDeclaration][]>();
  for (const entry of ALL_SETTINGS.flatMap((table) => Object.entries(table))) {
    const section = entry[0].split(".", 1)[0] ?? "";
    sections.set(section, [...(sections.get(section) ?? []), entry]);
  }
  return [
    "# Settings",
    "",
    `Each setting can be written in \`${DEFAULT_CONFIG_PATH}\` in the folder where Vedette starts (or in the file that \`${CONFIG_VARIABLE}\` names),`,
    'or in the environment. Later wins: default, file, environment. An empty variable counts as unset. A value `"env(NAME)"` in',
    "the file is read from that variable. Secrets can also be read from the file that `<VARIABLE>_FILE` names.",
    "A key that is not listed here stops the start, and the message names the nearest one that is.",
    "",
    ...[...sections].flatMap(([section, entries]) => [`## ${section}`, "", ...settingRows(entries), ""]),
  ].join("\n");
}

function settingRows(entries: readonly [string, SettingDeclaration][]): string[] {
  return [
    "| Key | Variable | Takes | Default | Meaning |",
    "|---|---|---|---|---|",
    ...entries.map(([key, declaration]) => {
      const { env, envAlike, default: value, doc, secret, field, alike = [] } = declaration;
      const shown = secret ? "(secret)" : `\`${JSON.stringify(value)}\``;
      const names = alike.map(({ key: name }) => `\`${name}\``).join(", ");
      const other = names === "" ? "" : ` In other words: ${names}.`;
      const variables = envAlike === undefined ? `\`${env}\`` : `\`${env}\` or \`${envAlike}\``;
      const meaning = (field === undefined ? doc : `${doc} Field \`${field}\`.`) + other;
      return `| \`${key}\` | ${variables} | ${tableCell(describeType(declaration))} | ${tableCell(shown)} | ${tableCell(meaning)} |`;
    }),
  ];
}

/** The kind and limits of a value in words. */
function describeType({ type }: SettingDeclaration): string {
  const property = (name: string): unknown => Reflect.get(type, name);
  const choices = property("enum");
  if (Array.isArray(choices)) return choices.join(", ");
  const kind = String(property("type") ?? "text");
  const [least, most] = [property("minimum"), property("maximum")];
  if (least !== undefined && most !== undefined) return `${kind} ${String(least)}–${String(most)}`;
  if (kind === "array") return "list";
  return kind === "string" ? "text" : kind;
}
