import { build } from "../scripts/house.mjs";

/** Global set-up of vitest: the tests start what `npm start` starts. */
export default function setUp() {
  build();
}
