import { dashboardMessages } from "../dashboard/messages.ts";
import { cssColor } from "../dashboard/model/field/color-name.ts";
import { dateTimeText } from "../dashboard/model/time/time-text.ts";
import { interpolate } from "../dashboard/model/variable/interpolate.ts";
import { alertsOf, noAlertsOf } from "../dashboard/panel/alerts/alert-list.ts";
import { noticePicture } from "./notice-picture.ts";
import { displayContext, type PanelPicture } from "./picture-context.ts";
import { svgBox, svgText } from "./svg-text.ts";

const LINE = 22;
const SIZE = 12;
const TIME_WIDTH = 140;

/** What fires, a line for each. */
export function alertsPicture(picture: PanelPicture): string {
  const { panel, frames, scope, width, height, chartTheme } = picture;
  const { alerts } = alertsOf(frames, panel.options, (text) => interpolate(text, scope));
  if (alerts.length === 0) return noticePicture(dashboardMessages.alerts[noAlertsOf(frames)], picture);
  const { theme, timeZone } = displayContext(picture);
  const hasTimes = width > 2 * TIME_WIDTH;
  return alerts
    .slice(0, Math.max(1, Math.floor(height / LINE)))
    .map(({ name, state, since }, row) => {
      const y = row * LINE;
      const color = cssColor(state === "firing" ? "red" : "blue", theme);
      const room = width - 16 - (hasTimes ? TIME_WIDTH : 0);
      const time = since === undefined || !hasTimes ? "" : dateTimeText(since, timeZone);
      return (
        svgBox({ x: 0, y: y + 5, width: 9, height: 9 }, color, { radius: state === "firing" ? 1 : 5 }) +
        svgText(name, 16, y + 14, { size: SIZE, color: chartTheme.text, weight: 600, width: room }, chartTheme) +
        svgText(time, width, y + 14, { size: SIZE, color: chartTheme.label, anchor: "end" }, chartTheme)
      );
    })
    .join("");
}
