import { TimelineComponent } from "echarts/components";
import { use } from "echarts/core";

use(TimelineComponent);
