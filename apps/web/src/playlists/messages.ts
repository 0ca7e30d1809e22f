import { translatedLater } from "../messages/translated-later.ts";

/** What one item of a playlist says of its own turn. */
export const itemTexts = translatedLater("playlistItem", {
  settings: (name: string) => `When and how ${name} shows`,
  interval: "Interval",
  intervalHint: "Empty: as long as the playlist says.",
  parameters: "Time range and variables",
  parametersHint: "As in a dashboard's address: from=now-1h&to=now&var-job=api",
  days: "Days",
  dayNames: { mon: "Mon", tue: "Tue", wed: "Wed", thu: "Thu", fri: "Fri", sat: "Sat", sun: "Sun" },
  from: "From",
  to: "To",
  toHint: "Before “From”: until the next day.",
  sameTime: "Choose another time than “From”.",
  apply: "Apply",
  timezone: "Time zone of the schedules",
  timezoneHint: "Such as Europe/Berlin. Empty: the time of the wall.",
} as const);
