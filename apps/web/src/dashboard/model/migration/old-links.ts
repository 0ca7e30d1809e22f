import { isObject, type JsonObject, objectsOf, textOf } from "../json.ts";

/** Panel links of schema 18 and before named a dashboard, and what goes into the address, one by one. */
export function modernLinks(panel: JsonObject): JsonObject {
  if (!Array.isArray(panel["links"])) return panel;
  return { ...panel, links: objectsOf(panel["links"]).map(modernLink) };
}

function modernLink(link: JsonObject): JsonObject {
  const { type, dashboard, dashUri, keepTime, includeVars, params, ...rest } = link;
  const parameters = [
    ...(keepTime === true ? [`\${__url_time_range}`] : []),
    ...(includeVars === true ? [`\${__all_variables}`] : []),
    ...(textOf(params) === "" ? [] : [textOf(params)]),
  ];
  const address = modernNames(addressOf(link));
  const joint = address.includes("?") ? "&" : "?";
  return {
    ...rest,
    title: modernNames(textOf(link["title"])),
    url: parameters.length === 0 ? address : `${address}${joint}${parameters.join("&")}`,
    targetBlank: link["targetBlank"] === true,
  };
}

function addressOf({ url, dashUri, dashboard }: JsonObject): string {
  if (typeof url === "string" && url !== "") return url;
  if (typeof dashUri === "string" && dashUri !== "") return `/dashboard/${dashUri}`;
  if (typeof dashboard !== "string" || dashboard === "") return "";
  return `/dashboard/db/${dashboard.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")}`;
}

const NAMES = [
  [/\$__series_name|\$\{__series_name\}/g, `\${__series.name}`],
  [/\$__field_name|\$\{__field_name\}/g, `\${__field.name}`],
  [/\$__value_time|\$\{__value_time\}/g, `\${__value.time}`],
  [/__series\.labels/g, "__field.labels"],
] as const;

/** The names that links and titles gave to a series, its labels and its values until schema 21. */
function modernNames(text: string): string {
  return NAMES.reduce((changed, [old, today]) => changed.replaceAll(old, () => today), text);
}

/** Brings titles and links of fields to today's names. */
export function modernFieldNames(panel: JsonObject): JsonObject {
  const config = panel["fieldConfig"];
  if (!isObject(config) || !isObject(config["defaults"])) return panel;
  const { displayName, links } = config["defaults"];
  return {
    ...panel,
    fieldConfig: {
      ...config,
      defaults: {
        ...config["defaults"],
        ...(typeof displayName === "string" ? { displayName: modernNames(displayName) } : {}),
        ...(Array.isArray(links)
          ? { links: links.map((link) => (isObject(link) ? modernFieldLink(link) : link)) }
          : {}),
      },
    },
  };
}

function modernFieldLink(link: JsonObject): JsonObject {
  return { ...link, title: modernNames(textOf(link["title"])), url: modernNames(textOf(link["url"])) };
}
