import { BrushComponent, ToolboxComponent } from "echarts/components";
import { use } from "echarts/core";

use([ToolboxComponent, BrushComponent]);
