import { report } from "../report.ts";

/** Milliseconds of one frame that may go into drawing. */
const BUDGET_MS = 12;
/** Drawings of one frame: the browser puts each into the page after that, which takes 2 ms without a graphics card. */
const MOST_DRAWINGS = 10;

let queue = new Map<object, () => void>();
let isScheduled = false;

/** Draws in one of the next frames; a second call for the same owner replaces the first. No frame gets too long. */
export function drawSoon(owner: object, draw: () => void): void {
  queue.set(owner, draw);
  schedule();
}

export function forgetDraw(owner: object): void {
  queue.delete(owner);
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  // A hidden tab has no frames; what it misses is drawn when it is seen again.
  requestAnimationFrame(drawSome);
}

function drawSome(): void {
  isScheduled = false;
  const started = performance.now();
  const waiting = queue;
  queue = new Map();
  let drawings = 0;
  for (const [owner, draw] of waiting) {
    if (drawings === MOST_DRAWINGS || performance.now() - started > BUDGET_MS) {
      if (!queue.has(owner)) queue.set(owner, draw);
      continue;
    }
    drawings += 1;
    try {
      draw();
    } catch (error) {
      // The others wait in the same frame, and are not to blame.
      report(error);
    }
  }
  if (queue.size > 0) schedule();
}

/** Resolves when nothing waits to be drawn any more, and the frame is over that drew the last. */
export async function whenChartsDrawn(): Promise<void> {
  do await new Promise((resolve) => requestAnimationFrame(resolve));
  while (isScheduled);
  await new Promise((resolve) => requestAnimationFrame(resolve));
}
