/** Dashboards of a made-up shop, as somebody would have made them. */

type Place = readonly [x: number, y: number, w: number, h: number];

interface More {
  readonly [option: string]: unknown;
}

let panels = 0;

function panel(
  type: string,
  title: string,
  [x, y, w, h]: Place,
  queries: readonly (readonly [string, string?])[],
  more: More = {},
) {
  panels += 1;
  const targets = queries.map(([expr, legendFormat], at) => ({ refId: "ABC"[at], expr, legendFormat }));
  return {
    id: panels,
    type,
    title,
    gridPos: { x, y, w, h },
    datasource: { type: "prometheus", uid: "vedette" },
    targets,
    ...more,
  };
}

const defaults = (options: More) => ({ fieldConfig: { defaults: options, overrides: [] } });
const steps = (...limits: readonly (readonly [color: string, value: number | null])[]) => ({
  thresholds: { mode: "absolute", steps: limits.map(([color, value]) => ({ color, value })) },
});
const LATENCY = "http_request_duration_seconds_bucket";
const quantile = (share: number, where = "") =>
  `histogram_quantile(${share}, sum by (le) (rate(${LATENCY}${where}[5m])))`;
const failing = (where = "") =>
  `100 * sum(rate(http_requests_total{code="500"${where}}[5m])) / sum(rate(http_requests_total{code=~".+"${where}}[5m]))`;

function overview() {
  panels = 0;
  return [
    panel(
      "stat",
      "Requests",
      [0, 0, 4, 5],
      [["sum(rate(http_requests_total[5m]))"]],
      defaults({ unit: "reqps", ...steps(["green", null]) }),
    ),
    panel(
      "stat",
      "Failing",
      [4, 0, 4, 5],
      [[failing()]],
      defaults({ unit: "percent", decimals: 2, ...steps(["green", null], ["yellow", 1], ["red", 5]) }),
    ),
    panel(
      "stat",
      "Slowest 5 %",
      [8, 0, 4, 5],
      [[quantile(0.95)]],
      defaults({ unit: "s", ...steps(["green", null], ["yellow", 0.5], ["red", 1]) }),
    ),
    panel(
      "stat",
      "Orders a minute",
      [12, 0, 4, 5],
      [["60 * sum(rate(orders_total[5m]))"]],
      defaults({ unit: "short", decimals: 1, ...steps(["green", null]) }),
    ),
    panel(
      "gauge",
      "Busiest host",
      [16, 0, 4, 5],
      [["max(host_cpu_percent)"]],
      defaults({ unit: "percent", min: 0, max: 100, ...steps(["green", null], ["yellow", 80], ["red", 95]) }),
    ),
    panel(
      "stat",
      "Waiting to be packed",
      [20, 0, 4, 5],
      [["sum(orders_waiting)"]],
      defaults({ unit: "short", ...steps(["green", null], ["yellow", 30], ["red", 80]) }),
    ),
    panel(
      "timeseries",
      "Requests by service",
      [0, 5, 12, 9],
      [["sum by (service) (rate(http_requests_total[5m]))", "{{service}}"]],
      {
        description: "Requests that were answered, whether well or not.",
        ...defaults({ unit: "reqps", custom: { fillOpacity: 25, stacking: { mode: "normal" } } }),
      },
    ),
    panel(
      "timeseries",
      "How long answers take",
      [12, 5, 12, 9],
      [
        [quantile(0.5), "half"],
        [quantile(0.95), "95 %"],
        [quantile(0.99), "99 %"],
      ],
      defaults({ unit: "s", custom: { fillOpacity: 5 } }),
    ),
    panel("table", "Services", [0, 14, 9, 8], [["sum by (service) (rate(http_requests_total[5m]))", "{{service}}"]], {
      ...defaults({ unit: "reqps" }),
      options: { sortBy: [{ displayName: "Value", desc: true }] },
      targets: [
        {
          refId: "A",
          expr: "sort_desc(sum by (service) (rate(http_requests_total[5m])))",
          format: "table",
          instant: true,
        },
      ],
      transformations: [
        {
          id: "organize",
          options: { excludeByName: { Time: true }, renameByName: { service: "Service", Value: "Requests" } },
        },
      ],
    }),
    panel(
      "piechart",
      "Orders by country",
      [9, 14, 7, 8],
      [["sum by (country) (increase(orders_total[30m]))", "{{country}}"]],
      {
        ...defaults({ unit: "short", decimals: 0 }),
        options: { legend: { displayMode: "list", placement: "right" }, pieType: "donut" },
      },
    ),
    panel("bargauge", "Processors", [16, 14, 8, 8], [["host_cpu_percent", "{{host}}"]], {
      ...defaults({ unit: "percent", min: 0, max: 100, ...steps(["green", null], ["yellow", 60], ["red", 90]) }),
      options: { orientation: "horizontal", displayMode: "gradient" },
    }),
  ];
}

function checkout() {
  panels = 0;
  const where = (more = "") => `{service=~"$service"${more}}`;
  return [
    panel(
      "stat",
      "Failing",
      [0, 0, 6, 5],
      [[failing(',service=~"$service"')]],
      defaults({ unit: "percent", decimals: 2, ...steps(["green", null], ["yellow", 1], ["red", 5]) }),
    ),
    panel(
      "state-timeline",
      "Answers",
      [6, 0, 18, 5],
      [[`service_up${where()}`, "{{service}}"]],
      defaults({
        ...steps(["red", null], ["green", 1]),
        mappings: [
          { type: "value", options: { 0: { text: "failing", color: "red" }, 1: { text: "well", color: "green" } } },
        ],
      }),
    ),
    panel(
      "timeseries",
      "Requests that failed",
      [0, 5, 12, 9],
      [[`sum by (service) (rate(http_requests_total${where(',code="500"')}[5m]))`, "{{service}}"]],
      defaults({ unit: "reqps", custom: { fillOpacity: 20 } }),
    ),
    panel(
      "heatmap",
      "How long answers take",
      [12, 5, 12, 9],
      [[`sum by (le) (increase(${LATENCY}${where()}[1m]))`, "{{le}}"]],
      {
        ...defaults({ unit: "s" }),
        targets: [
          {
            refId: "A",
            expr: `sum by (le) (increase(${LATENCY}${where()}[1m]))`,
            format: "heatmap",
            legendFormat: "{{le}}",
          },
        ],
      },
    ),
    panel(
      "barchart",
      "Orders a minute",
      [0, 14, 8, 8],
      [["60 * sum by (country) (rate(orders_total[5m]))", "{{country}}"]],
      {
        targets: [
          {
            refId: "A",
            expr: "60 * sum by (country) (rate(orders_total[5m]))",
            instant: true,
            format: "table",
          },
        ],
        transformations: [
          { id: "organize", options: { excludeByName: { Time: true }, renameByName: { Value: "Orders" } } },
        ],
      },
    ),
    panel("status-history", "Hosts", [8, 14, 8, 8], [["host_cpu_percent", "{{host}}"]], {
      ...defaults({
        unit: "percent",
        color: { mode: "thresholds" },
        ...steps(["green", null], ["yellow", 60], ["red", 80]),
      }),
      options: { legend: { showLegend: false } },
    }),
    {
      ...panel("text", "Who is on watch", [16, 14, 8, 8], []),
      options: {
        mode: "markdown",
        content:
          "**Maren Vik** until Friday, then **Tomas Reyes**.\n\n- Payments fail: see the [provider's page](https://status.example.com)\n- Orders wait: call the warehouse first\n",
      },
    },
  ];
}

const services = {
  name: "service",
  label: "Service",
  type: "query",
  query: "label_values(http_requests_total, service)",
  datasource: { type: "prometheus", uid: "vedette" },
  refresh: 1,
  multi: true,
  includeAll: true,
  current: { text: ["checkout", "payments"], value: ["checkout", "payments"] },
};

function small(title: string, expr: string, legend: string) {
  panels = 0;
  return [
    panel("timeseries", title, [0, 0, 24, 12], [[expr, legend]]),
    panel("stat", "Now", [0, 12, 12, 6], [[expr, legend]]),
  ];
}

export interface ShopDashboard {
  readonly name: string;
  readonly folder?: string;
  readonly spec: More & { readonly title: string };
}

const common = {
  schemaVersion: 41,
  time: { from: "now-45m", to: "now" },
  refresh: "30s",
  timezone: "browser",
  graphTooltip: 1,
};

export const SHOP_DASHBOARDS: readonly ShopDashboard[] = [
  {
    name: "shop",
    folder: "shop",
    spec: {
      ...common,
      title: "The shop at a glance",
      description: "Is the shop well?",
      tags: ["shop", "wall"],
      panels: overview(),
    },
  },
  {
    name: "checkout",
    folder: "shop",
    spec: {
      ...common,
      title: "Checkout and payments",
      tags: ["shop", "wall"],
      panels: checkout(),
      templating: { list: [services] },
      links: [{ title: "Runbook", type: "link", url: "https://wiki.example.com/checkout" }],
    },
  },
  {
    name: "orders",
    folder: "shop",
    spec: {
      ...common,
      title: "Orders by country",
      tags: ["shop"],
      panels: small("Orders a minute", "60 * sum by (country) (rate(orders_total[5m]))", "{{country}}"),
    },
  },
  {
    name: "north",
    folder: "warehouse",
    spec: {
      ...common,
      title: "Packing tables",
      tags: ["warehouse", "wall"],
      panels: small("Orders that wait", "orders_waiting", "{{warehouse}}"),
    },
  },
  {
    name: "hosts",
    spec: {
      ...common,
      title: "Hosts",
      tags: ["machines"],
      panels: small("Processors", "host_cpu_percent", "{{host}}"),
    },
  },
  {
    name: "search",
    spec: {
      ...common,
      title: "Search",
      tags: ["shop"],
      panels: small("Requests", 'sum(rate(http_requests_total{service="search"}[5m]))', "search"),
    },
  },
];
