import { build, installPackages } from "./house.mjs";

installPackages();
build();
