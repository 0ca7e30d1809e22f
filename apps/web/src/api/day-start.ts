/** The moment at which a day begins here, or one some days later; a moment stays itself, nothing is no moment. */
export function dayStart(day: string, daysLater = 0): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return day || undefined;
  const moment = new Date(`${day}T00:00`);
  if (Number.isNaN(moment.getTime())) return day;
  moment.setDate(moment.getDate() + daysLater);
  return moment.toISOString();
}
