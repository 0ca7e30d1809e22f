import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Stage } from "./fixtures/chromium-page.tsx";

declare const stage: Stage;

let browser: Browser;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  const [{ output }, opened] = await Promise.all([
    build({
      input: new URL("./fixtures/chromium-page.tsx", import.meta.url).pathname,
      write: false,
      logLevel: "silent",
      platform: "browser",
      transform: { define: { "process.env.NODE_ENV": '"production"' } },
      output: { format: "iife" },
    }),
    chromium.launch({
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
    }),
  ]);
  browser = opened;
  page = await browser.newPage({ hasTouch: true });
  page.setDefaultTimeout(30_000);
  page.on("pageerror", (error) => problems.push(error.message));
  await page.setContent("<!doctype html><body style='margin:0'>");
  await page.addScriptTag({ content: output[0].code });
}, 120_000);
afterAll(async () => {
  await browser?.close();
});

/** One bar over the whole chart. */
const BAR = {
  animation: false,
  grid: { left: 0, right: 0, top: 20, bottom: 0 },
  xAxis: { type: "category", data: ["a"], show: false },
  yAxis: { max: 2, show: false },
  series: [{ type: "bar", barWidth: "100%", selectedMode: "single", data: [1] }],
};
/** Of a bar that is half as high as the chart. */
const [ON_BAR, BLANK] = [[200, 250] as const, [200, 30] as const];

/** What was told since the chart was shown, once it is as asked. */
async function seenUntil(isEnough: (seen: readonly Record<string, unknown>[]) => boolean) {
  const read = () => page.evaluate(() => stage.seen as Record<string, unknown>[]);
  await expect.poll(async () => isEnough(await read()), { timeout: 30_000 }).toBe(true);
  return await read();
}

const typesOf = (seen: readonly Record<string, unknown>[]) => seen.map(({ type }) => type);

describe.each(["canvas", "svg"] as const)("a chart in a browser, drawn as %s", (renderer) => {
  const show = (option: Readonly<Record<string, unknown>>, names: Parameters<Stage["show"]>[2]) =>
    page.evaluate(([as, what, of]) => stage.show(as, what, of), [renderer, option, names] as const);

  it("is walked through by keys, with the events of the pointer", async () => {
    const series = [
      { type: "bar", name: "one", data: [1, 2] },
      { type: "bar", name: "two", data: [2, 1] },
    ];
    await show({ ...BAR, xAxis: { type: "category", data: ["a", "b"], show: false }, series }, [
      "mouseover",
      "mouseout",
      "click",
    ]);

    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "Enter", "Escape", "t"]) await page.keyboard.press(key);
    const seen = await seenUntil((all) => typesOf(all).includes("table"));
    const points = seen.map(({ type, seriesName, dataIndex, name, value, viaKeyboard }) =>
      type === "table" ? type : [type, seriesName, dataIndex, name, value, viaKeyboard],
    );
    expect(points).toEqual([
      ["mouseover", "one", 0, "a", 1, true],
      ["mouseout", "one", 0, "a", 1, true],
      ["mouseover", "one", 1, "b", 2, true],
      ["mouseout", "one", 1, "b", 2, true],
      ["mouseover", "two", 1, "b", 1, true],
      ["click", "two", 1, "b", 1, true],
      ["mouseout", "two", 1, "b", 1, true],
      "table",
    ]);
  });

  it("is walked through by keys where nothing is drawn for a point, past those without a value", async () => {
    const line = { type: "line", name: "load", showSymbol: false, data: [1, null, 2] };
    const names = { type: "category", data: ["a", "b", "c"], boundaryGap: false, show: false };
    await show({ ...BAR, tooltip: { trigger: "axis", formatter: "here" }, xAxis: names, series: [line] }, [
      "mouseover",
    ]);
    await page
      .locator("#chart")
      .evaluate((element) => Object.assign(element.style, { margin: "40px", padding: "8px" }));
    const middle = () =>
      page.locator("#chart [aria-hidden]").evaluate((ring) => {
        const { x, y, width, height } = ring.getBoundingClientRect();
        return [x + width / 2, y + height / 2].map(Math.round);
      });

    await page.keyboard.press("ArrowRight");
    // The chart begins behind margin and padding, its plot 20 px lower and 280 px high, and shows 0 to 2.
    expect(await middle()).toEqual([48, 48 + 20 + 140]);
    await page.keyboard.press("ArrowRight");
    expect(await middle()).toEqual([48 + 400, 48 + 20]);
    await page.getByText("here").waitFor();
    const seen = await page.evaluate(() => stage.seen as Record<string, unknown>[]);
    expect(seen.map(({ name, value }) => [name, value])).toEqual([
      ["a", 1],
      ["c", 2],
    ]);

    await page.evaluate(() => stage.chart?.setOption({ series: [{ data: [1, null, 1] }] }));
    expect(await middle()).toEqual([48 + 400, 48 + 20 + 140]);
    await page.keyboard.press("Escape");
    await page.getByText("here").waitFor({ state: "hidden" });
    expect(await page.locator("#chart [aria-hidden]").count()).toBe(0);
  });

  it("keeps its tooltip to itself while another chart shows its cursor, also when that one is drawn again", async () => {
    const option = { ...BAR, xAxis: { type: "time", min: 0, max: 100 }, series: [{ type: "line", data: [[0, 1], [100, 2]] }] }; // biome-ignore format: one line
    await page.evaluate(([as, what]) => stage.synced(as, what), [renderer, option] as const);

    await page.mouse.move(200, 150);
    await page.getByText("tooltip 0").waitFor();
    await page.evaluate(async () => {
      stage.chart?.setOption({ series: [{ data: [[0, 2], [100, 1]] }] }); // biome-ignore format: one line
      // The library shows tooltips again in a task after the drawing.
      await new Promise((resolve) => setTimeout(resolve));
      await new Promise((resolve) => setTimeout(resolve));
    });

    expect(await page.getByText("tooltip 1").count()).toBe(0);
  });

  it("shows the tooltip of the point at which keys stand, until they leave", async () => {
    await show({ ...BAR, tooltip: { formatter: "here: {b}" } }, []);
    const tooltip = page.getByText("here: a");

    await page.keyboard.press("ArrowRight");
    await tooltip.waitFor();
    await page.keyboard.press("Escape");
    await tooltip.waitFor({ state: "hidden" });
  });

  it("moves nothing for people who asked for less motion", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    try {
      const moving = { ...BAR, animation: true, animationDuration: 20_000 };
      for (const option of [moving, { baseOption: moving, media: [] }]) {
        await show(option, ["finished"]);
        await seenUntil((seen) => typesOf(seen).includes("finished"));
        expect(await page.evaluate(() => stage.chart?.getOption()["animation"])).toBe(false);
      }
    } finally {
      await page.emulateMedia({ reducedMotion: null });
    }
  });

  it("tells a press as the DOM does, a double press once, and none of the right button", async () => {
    await show(BAR, ["mousedown", "mouseup", "click", "dblclick", "contextmenu"]);

    await page.mouse.click(...ON_BAR);
    expect(typesOf(await seenUntil((seen) => seen.length >= 3))).toEqual(["mousedown", "mouseup", "click"]);
    await page.mouse.click(...BLANK);
    await page.mouse.dblclick(...ON_BAR);
    expect(typesOf(await seenUntil((seen) => typesOf(seen).includes("dblclick"))).slice(3)).toEqual([
      "mousedown",
      "mouseup",
      "click",
      "mousedown",
      "mouseup",
      "click",
      "dblclick",
    ]);
    await page.mouse.click(...ON_BAR, { button: "right" });
    const all = typesOf(await seenUntil((seen) => typesOf(seen).includes("contextmenu")));
    expect(all.filter((type) => type === "click")).toHaveLength(3);
  });

  it("tells a tap by the same names, with one click", async () => {
    await show(BAR, ["mouseover", "mousedown", "mouseup", "click"]);

    await page.touchscreen.tap(...ON_BAR);

    expect(typesOf(await seenUntil((seen) => typesOf(seen).includes("click")))).toEqual([
      "mouseover",
      "mousedown",
      "mouseup",
      "click",
    ]);
  });

  it("tells when the pointer enters and leaves an element, and the chart", async () => {
    await show(BAR, ["mouseover", "mouseout", "globalout"]);

    await page.mouse.move(...BLANK);
    await page.mouse.move(...ON_BAR);
    await page.mouse.move(...BLANK);
    await page.mouse.move(700, 500);

    expect(typesOf(await seenUntil((seen) => typesOf(seen).includes("globalout")))).toEqual([
      "mouseover",
      "mouseout",
      "globalout",
    ]);
  });

  it("tells what a press selected and gave up", async () => {
    await show(BAR, ["selectchanged"]);

    await page.mouse.click(...ON_BAR);
    await page.mouse.click(...ON_BAR);

    expect(await seenUntil((seen) => seen.length === 2)).toMatchObject([
      { fromAction: "select", isFromClick: true, selected: [{ seriesIndex: 0, dataIndex: [0] }] },
      { fromAction: "unselect", isFromClick: true, selected: [] },
    ]);
  });

  it("is as good as silent with triggerEvent: false: no event, no hover", async () => {
    const picture = () => page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } });
    await show({ ...BAR, series: [{ ...BAR.series[0], triggerEvent: false }] }, ["mouseover", "click"]);
    await page.mouse.move(...BLANK);
    const before = await picture();

    await page.mouse.move(...ON_BAR);
    await page.mouse.click(...ON_BAR);
    await page.evaluate(() => new Promise(requestAnimationFrame));

    expect((await picture()).equals(before)).toBe(true);
    expect(await page.evaluate(() => stage.seen)).toEqual([]);
  });

  it("adds the accumulated zoom to what the wheel does to a map", async () => {
    await page.evaluate(() => stage.map());
    await show({ geo: { id: "g", map: "square", roam: true, left: 0, right: 0, top: 0, bottom: 0 } }, ["georoam"]);

    await page.mouse.move(200, 150);
    await page.mouse.wheel(0, -100);
    await page.mouse.wheel(0, -100);

    const seen = await seenUntil((told) => told.length >= 2);
    const factors = seen.map(({ zoom }) => Number(zoom));
    expect(seen.at(-1)).toMatchObject({ componentType: "geo", geoId: "g", originX: expect.any(Number) });
    expect(seen.at(-1)?.["totalZoom"]).toBeCloseTo(factors.reduce((product, factor) => product * factor));
  });

  it("tells every frame of an animation, and the end once", async () => {
    await show({ ...BAR, animation: true, animationDuration: 200 }, ["rendered", "finished"]);

    const seen = typesOf(await seenUntil((told) => typesOf(told).includes("finished")));

    expect(seen.filter((type) => type === "rendered").length).toBeGreaterThan(2);
    expect(seen.filter((type) => type === "finished")).toHaveLength(1);
  });

  it("draws nothing while it is not to be seen, and the last option when it is again", async () => {
    await show(BAR, ["rendered"]);
    await page.evaluate(() => stage.chart?.whenFinished());
    const option = { ...BAR, xAxis: { type: "category", data: ["later"], show: false } };
    const drawn = await page.evaluate(async (next) => {
      stage.chart?.setVisible(false);
      stage.seen.length = 0;
      stage.chart?.setOption(next);
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return stage.seen.length;
    }, option);

    await page.evaluate(() => stage.chart?.setVisible(true));

    expect(drawn).toBe(0);
    await seenUntil((seen) => seen.length > 0);
    expect(await page.evaluate(() => JSON.stringify(stage.chart?.getOption()["xAxis"]))).toContain("later");
  });

  it("knows while it is not to be seen what it was given, in the order in which it was given", async () => {
    await show(BAR, ["rendered"]);
    const named = (name: string) => ({ ...BAR, series: [{ ...BAR.series[0], name }] });

    const said = await page.evaluate(
      ([first, second, third]) => {
        const texts: (string | undefined)[] = [];
        stage.chart?.setVisible(false);
        for (const option of [first, second]) stage.chart?.setOption(option, { replaceMerge: ["series"] });
        texts.push(stage.chart?.describe());
        stage.chart?.clear();
        texts.push(stage.chart?.describe());
        stage.chart?.setOption(third);
        stage.chart?.setVisible(true);
        return [...texts, stage.chart?.describe()];
      },
      [named("first"), named("second"), named("third")] as const,
    );

    expect(said).toEqual([
      expect.stringMatching(/1 series\. second:/),
      expect.not.stringContaining("series"),
      expect.stringMatching(/1 series\. third:/),
    ]);
  });

  it("is drawn once when it is seen again, however often it was given something", async () => {
    await show(BAR, ["updated"]);
    await page.evaluate(() => stage.chart?.whenFinished());

    const drawn = await page.evaluate((option) => {
      stage.chart?.setVisible(false);
      stage.seen.length = 0;
      for (let turn = 0; turn < 50; turn++) stage.chart?.setOption(option, { replaceMerge: ["series"] });
      const unseen = stage.seen.length;
      stage.chart?.setVisible(true);
      return [unseen, stage.seen.length];
    }, BAR);

    expect(drawn).toEqual([0, 1]);
  });

  it.each(["rendered", "legendselectchanged", "click"] as const)(
    "may give its element to another amid %s",
    async (name) => {
      await show({ animation: false, legend: {}, series: [{ type: "pie", data: [{ name: "a", value: 1 }] }] }, []);
      const before = problems.length;
      await page.evaluate((event) => {
        const first = stage.chart;
        first?.on(event, () => stage.chart === first && stage.renew());
        if (event === "rendered") first?.getZr().refresh();
        else if (event !== "click") first?.dispatchAction({ type: "legendToggleSelect", name: "a" });
      }, name);
      if (name === "click") await page.mouse.click(200, 150);

      await page.waitForFunction(() => stage.chart?.toTable().rows.some((row) => row.includes("b")));
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await page.evaluate(() => document.querySelectorAll("#chart canvas, #chart svg").length)).toBe(1);
      expect(problems.slice(before)).toEqual([]);
    },
  );

  it.each(["rendered", "legendselectchanged"] as const)("may be ended amid %s", async (name) => {
    await show(BAR, []);
    const before = problems.length;

    await page.evaluate(
      ([event, as]) =>
        new Promise<void>((resolve) => {
          stage.chart?.dispose();
          stage.show(
            as,
            { animation: false, legend: {}, series: [{ type: "pie", data: [{ name: "a", value: 1 }] }] },
            [],
          );
          stage.chart?.on(event, () => {
            stage.chart?.dispose();
            setTimeout(resolve);
          });
          if (event === "rendered") stage.chart?.getZr().refresh();
          else stage.chart?.dispatchAction({ type: "legendToggleSelect", name: "a" });
        }),
      [name, renderer] as const,
    );

    expect(problems.slice(before)).toEqual([]);
  });

  it("leaves no element and no instance behind", async () => {
    const left = await page.evaluate((as) => stage.makeAndEnd(as, 50), renderer);

    expect(left).toEqual({ nodes: 0, instances: 0 });
  });
});

describe("in a browser", () => {
  it("the React component has one chart under StrictMode, and its newest handlers", async () => {
    await page.evaluate(() => stage.react());
    await page.getByRole("figure", { name: "pressed 0" }).waitFor();
    await page.locator("canvas").first().waitFor();
    expect(await page.locator("canvas").count()).toBe(1);

    await expect
      .poll(
        async () => {
          await page.mouse.click(150, 150);
          return await page.getByRole("figure").getAttribute("aria-label");
        },
        { timeout: 30_000 },
      )
      .toBe("pressed 2");
  });

  it("500 React components that came and went leave less than 8 MB [contract 13]", { timeout: 120_000 }, async () => {
    const session = await page.context().newCDPSession(page);
    const heap = async () => {
      await session.send("HeapProfiler.collectGarbage");
      return (await session.send("Runtime.getHeapUsage")).usedSize / 1e6;
    };
    await page.evaluate(() => stage.mount(25, 1));
    const before = await heap();

    await page.evaluate(() => stage.mount(25, 20));

    expect((await heap()) - before).toBeLessThan(8);
  });

  it("the React component keeps its chart when the theme changes, with the newest data", async () => {
    await page.evaluate(() => stage.react("themed"));
    await expect.poll(() => page.evaluate(() => stage.themed())).toContain("#ff0000");

    await page.getByRole("button", { name: "dark" }).click();

    await expect.poll(() => page.evaluate(() => stage.themed())).toContain("#00ff00");
    const now = await page.evaluate(() => stage.themed());
    expect(now).toContain('"isSame":true');
    expect(now).toContain('"new"');
    expect(now).not.toContain('"old"');
  });

  it("a time chart shows all that it has, or the range that it was given", async () => {
    const grown = await page.evaluate(() => stage.timeSeries([[], [5000, 6000], [9000]]));
    const held = await page.evaluate(() => stage.timeSeries([[5000, 6000]], { from: 0, to: 7000 }));

    expect(grown?.shown.slice(1)).toEqual([
      [5000, 6000],
      [5000, 9000],
    ]);
    expect(held?.shown).toEqual([[0, 7000]]);
    expect(grown?.said).toContain("a: last 9,000 ms, lowest 5,000 ms at ");
    expect(grown?.table).toEqual({
      columns: ["", "a"],
      rows: [5, 6, 9].map((second) => [`1970-01-01T00:00:0${second}.000Z`, second * 1000]),
    });
  });

  it.each([
    ["lines", {}],
    ["lines with gaps", { gap: true }],
    ["lines across gaps", { gap: true, draw: { spanGaps: true } }],
    ["dashes", { draw: { dash: [6, 4], width: 3 } }],
    ["areas", { gap: true, draw: { fill: 0.3 } }],
    ["areas across gaps", { gap: true, draw: { spanGaps: true, fill: 0.5, fade: "opacity" } }],
    ["areas that hang down", { isNegative: true, draw: { fill: 0.3, fade: "hue" } }],
    ["steps", { gap: true, draw: { curve: "step-before", fill: 0.2 } }],
    ["steps across gaps", { gap: true, draw: { curve: "step-after", spanGaps: true, fill: 0.2 } }],
    ["colours by height", { isColored: true, draw: { fill: 0.3 } }],
    ["two axes", { hasRight: true, draw: { fill: 0.3 } }],
    ["logarithms", { log: 10, draw: { fill: 0.3 } }],
  ] as const)("a time chart of %s looks the same before and after it is asked for its option", async (_, look) => {
    const { told, ink, shown, series, x } = await page.evaluate((given) => stage.asked(given), look);

    expect({ told, shown, series }).toEqual({ told: 0, shown: 1, series: 2 });
    expect(ink).toBeGreaterThan(3000);
    expect(x).toBeGreaterThan(500);
  });

  it("a time chart that is disposed leaves those that show each other's cursor", async () => {
    await page.evaluate(() => stage.endedInGroup());

    await page.mouse.move(200, 150);

    expect(typesOf(await seenUntil((seen) => seen.length > 0))).toEqual(["told"]);
  });

  it("a time chart is drawn and ended", async () => {
    await page.evaluate(() => stage.timeSeries([Array.from({ length: 100 }, (_, at) => at * 1000)]));
    await page.evaluate(() => stage.chart?.whenFinished());

    expect(await page.evaluate(() => stage.chart?.getDataURL()?.length ?? 0)).toBeGreaterThan(1000);
    expect(problems).toEqual([]);
  });
});
