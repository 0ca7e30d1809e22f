/** What a chart needs to know about the page it stands in. All colours are CSS colours. */
export interface ChartTheme {
  readonly background: string;
  readonly text: string;
  readonly label: string;
  readonly grid: string;
  /** Told apart in normal, protan, deutan and tritan vision, in this order. */
  readonly series: readonly string[];
  /** From the ninth series on, where a dash pattern does not help any more. */
  readonly rest: string;
  /** Whether series of different colours are dashed and hatched differently, too; they are not unless given. */
  readonly hasPatterns?: boolean;
  /** Low to high. */
  readonly ramp: readonly string[];
  readonly font: string;
  /** Of axis labels, in CSS pixels. Dashes and hatches are larger where letters are. */
  readonly fontSize: number;
}

export type ThemeName = "dark" | "light";

/** Of axis labels on a desk, in CSS pixels. */
export const DESK_FONT_SIZE = 11;

const FONT = '"Inter Variable", "Inter fallback", system-ui, sans-serif';

/** The two looks of the house; spread one to change a member. @see web-experience 4.1 */
export const CHART_THEMES: Readonly<Record<ThemeName, ChartTheme>> = {
  dark: {
    background: "#11151b",
    text: "#ebeff4",
    label: "#8a939f",
    grid: "#252c34",
    series: ["#2ebbe8", "#ffb798", "#98b305", "#816bd8", "#f57597", "#87f3f2", "#a37734", "#cd4290"],
    rest: "#5d6671",
    ramp: ["#012f38", "#034c5d", "#026c87", "#0a8db5", "#3dadde", "#81ccf8", "#cbe9ff"],
    font: FONT,
    fontSize: DESK_FONT_SIZE,
  },
  light: {
    background: "#ffffff",
    text: "#141b24",
    label: "#616a76",
    grid: "#dadee3",
    series: ["#0676ae", "#d58043", "#4e45ad", "#01a38f", "#8c325d", "#706d00", "#9582fe", "#5c4215"],
    rest: "#9aa2ac",
    ramp: ["#d3f6ff", "#88ddf6", "#50bee3", "#1e9ec9", "#017ea9", "#145f82", "#1f4157"],
    font: FONT,
    fontSize: DESK_FONT_SIZE,
  },
};
