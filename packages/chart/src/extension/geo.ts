import { LinesChart, MapChart } from "echarts/charts";
import { GeoComponent } from "echarts/components";
import { use } from "echarts/core";

use([MapChart, LinesChart, GeoComponent]);
