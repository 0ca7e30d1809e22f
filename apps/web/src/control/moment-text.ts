import { keptLanguage, type Language } from "../messages/language.ts";

/** How a moment is written, by the options of Intl.DateTimeFormat. */
const FORMS = {
  /** `12 May` */
  day: { day: "numeric", month: "short" },
  /** `12 May 2026` */
  date: { day: "numeric", month: "short", year: "numeric" },
  /** `18:42` */
  clock: { timeStyle: "short" },
  /** `12 May 2026, 18:42` */
  minute: { dateStyle: "medium", timeStyle: "short" },
  /** `12 May 2026, 18:42:07` */
  second: { dateStyle: "medium", timeStyle: "medium" },
  /** `Tuesday, 12 May 2026 at 18:42:07 CEST` */
  exact: { dateStyle: "full", timeStyle: "long" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

// Making a format costs half a millisecond; a list has hundreds of moments.
const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment in the language of the page, as this person's region writes it, in the browser's own zone; "–" for what is not a date. */
export function momentText(moment: Date | number | string, form: keyof typeof FORMS): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return "–";
  const region = regionOf(keptLanguage());
  const key = `${region} ${form}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(region, FORMS[form]);
  formats.set(key, format);
  return format.format(date);
}

/** `en-GB` for people who read English as it is written there. */
function regionOf(language: Language): string {
  return navigator.languages.find((tag) => tag.split("-", 1)[0] === language) ?? language;
}
