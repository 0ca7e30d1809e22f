import { Connection } from "../src/x11/connection.ts";

/**
 * A program of its own with one plain window, as others write them: static gravity, a least size, asking for
 * attention.
 */
const connection = await Connection.open(process.env["DISPLAY"] ?? "", () => process.exit());
const { atoms, client, root } = connection;
const window = client.AllocID();
const place = { x: 300, y: 200, width: 400, height: 300 };
client.CreateWindow(window, root, place.x, place.y, place.width, place.height, 0, 0, 1, 0, {});
connection.setValues(window, atoms._NET_WM_PID, atoms.CARDINAL, [process.pid]);
connection.setText(window, atoms.WM_NAME, atoms.STRING, `Foreign owner ${process.pid}`);
const userPositionAndMinimumAndGravity = 1 | 16 | 512;
const staticGravity = 10;
const sizeHints = [userPositionAndMinimumAndGravity, 0, 0, 0, 0, 150, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, staticGravity];
connection.setValues(window, atoms.WM_NORMAL_HINTS, atoms.WM_SIZE_HINTS, sizeHints);
const inputAndUrgency = 1 | 256;
connection.setValues(window, atoms.WM_HINTS, atoms.WM_HINTS, [inputAndUrgency, 1, 0, 0, 0, 0, 0, 0, 0]);
client.MapWindow(window);
