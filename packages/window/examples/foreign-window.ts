import { BaseWindow, initialize } from "@vedette/window";

await initialize();
new BaseWindow({ title: "Another program", width: 500, height: 300 });
