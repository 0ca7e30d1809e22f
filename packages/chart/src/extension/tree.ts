import { SunburstChart, TreeChart, TreemapChart } from "echarts/charts";
import { use } from "echarts/core";

use([TreeChart, TreemapChart, SunburstChart]);
