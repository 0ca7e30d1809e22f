import { BaseWindow, getDisplays, initialize, shutdown } from "@vedette/window";

await initialize();
const walls = getDisplays().map(({ id }) => new BaseWindow({ display: id, backgroundColor: "#05070a" }));
for (const wall of walls) wall.setKiosk(true);
const areSettled = await Promise.all(walls.map((wall) => wall.settled()));

for (const [index, wall] of walls.entries()) {
  process.stdout.write(`${areSettled[index]} ${wall.isKiosk()} ${JSON.stringify(wall.getBounds())}\n`);
}
await shutdown();
