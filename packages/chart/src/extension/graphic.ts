import { GraphicComponent } from "echarts/components";
import { use } from "echarts/core";

use(GraphicComponent);
