import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type CheckOptions, checkProject, exitCodeOf, FINDINGS, reportText } from "../src/check.ts";
import { LOCK_FILES, LOCK_FILES_FOLDER } from "./lock-files.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A project of these files; objects become JSON. */
function aProject(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), "vedette-check-"));
  folders.push(folder);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

/** A project with the lock file that a package manager wrote for it. */
function aLockedProject(name: string, { of, file }: (typeof LOCK_FILES)[number]): string {
  const folder = aProject({});
  cpSync(join(LOCK_FILES_FOLDER, name), folder, { recursive: true });
  cpSync(join(LOCK_FILES_FOLDER, `${name}.${of}`), join(folder, file));
  return folder;
}

const idsOf = (folder: string, options: CheckOptions = {}) =>
  checkProject(folder, options).findings.map(({ id }) => id);

/** What a project asks for, without a lock file. */
const asked = (dependencies: Readonly<Record<string, string>>, more: object = {}) =>
  aProject({ "package.json": { name: "x", dependencies, ...more } });

const WITHOUT_LOCK = { ignore: ["project/lockfile-missing"] };

describe.each(LOCK_FILES)("a project locked by $of in $file", (written) => {
  const ignore = ["auth/better-call-pin"];

  it("is told of everything in it that is deprecated, out of support or doubled [spec 3, Versioning]", () => {
    const { findings, summary, lockfile } = checkProject(aLockedProject("house", written), { ignore });

    const told = findings.map(({ severity, id, package: name }) => `${severity} ${id} ${name}`);
    expect(told).toEqual([
      "error auth/duplicate-copy @better-auth/core",
      "error auth/duplicate-copy better-auth",
      "error auth/duplicate-copy better-call",
      "error ds/icons-end-of-support carbon-icons",
      "error ds/v10-end-of-support carbon-components",
      "warning auth/version-mismatch @better-auth/core",
      "info ds/react-recommended @carbon/react",
    ]);
    expect(summary).toEqual({ error: 5, warning: 1, info: 1 });
    expect(lockfile).toBe(written.file);
    expect(findings.filter(({ severity, remedies }) => severity !== "info" && remedies.length === 0)).toEqual([]);
  });

  it("with current versions is left in peace, also with current packages of major 10", () => {
    expect(idsOf(aLockedProject("good", written))).toEqual([]);
  });
});

/** Two workspaces that share the design system, as each manager locks them: one has React 17, the other React 19. */
const SHARED = {
  npm: {
    "package-lock.json": {
      lockfileVersion: 3,
      packages: {
        "": { workspaces: ["apps/*"] },
        "node_modules/new": { resolved: "apps/new", link: true },
        "node_modules/react": { version: "19.2.0" },
        "node_modules/@carbon/react": { version: "1.117.0", peerDependencies: { react: "^17 || ^18 || ^19" } },
        "apps/new": { dependencies: { "@carbon/react": "^1.60.0", react: "^19.0.0" } },
        "apps/old": { dependencies: { "@carbon/react": "^1.60.0", react: "^17.0.0" } },
        "apps/old/node_modules/react": { version: "17.0.2" },
      },
    },
  },
  "yarn-1": {
    "yarn.lock": `# yarn lockfile v1


"@carbon/react@^1.60.0":
  version "1.117.0"

react@^17.0.0:
  version "17.0.2"

react@^19.0.0:
  version "19.2.0"
`,
  },
  "yarn-berry": {
    "yarn.lock": `__metadata:
  version: 8

"@carbon/react@npm:^1.60.0":
  version: 1.117.0
  resolution: "@carbon/react@npm:1.117.0"
  peerDependencies:
    react: ^17 || ^18 || ^19

"react@npm:^17.0.0":
  version: 17.0.2
  resolution: "react@npm:17.0.2"

"react@npm:^19.0.0":
  version: 19.2.0
  resolution: "react@npm:19.2.0"
`,
  },
  bun: {
    "bun.lock": `{
  "lockfileVersion": 1,
  "workspaces": { "": { "name": "root" }, "apps/new": { "name": "new" }, "apps/old": { "name": "@acme/old" }, },
  "packages": {
    "@acme/old": ["@acme/old@workspace:apps/old"],
    "@carbon/react": ["@carbon/react@1.117.0", "", { "peerDependencies": { "react": "^17 || ^18 || ^19" } }, "sha512-a"],
    "react": ["react@19.2.0", "", {}, "sha512-b"],
    "@acme/old/react": ["react@17.0.2", "", {}, "sha512-c"],
  }
}`,
  },
} as const;

describe.each(Object.entries(SHARED))("a design system that workspaces share, locked by %s", (_, lock) => {
  const files = {
    "package.json": { workspaces: ["apps/*"] },
    "apps/new/package.json": { name: "new", dependencies: { "@carbon/react": "^1.60.0", react: "^19.0.0" } },
    "apps/old/package.json": { name: "@acme/old", dependencies: { "@carbon/react": "^1.60.0", react: "^17.0.0" } },
    ...lock,
  };

  it("is judged by the React of each of them", () => {
    const { findings } = checkProject(aProject(files));

    expect(findings).toMatchObject([{ id: "ds/react-deprecated", version: "1.117.0", paths: ["apps/old"] }]);
    expect(findings[0]?.message).toContain("React 17.0.2.");
  });
});

/** A program that has Preact under the name of React, as each manager locks it. */
const PREACT = {
  npm: {
    "package-lock.json": {
      packages: {
        "node_modules/react": { name: "@preact/compat", version: "17.1.2" },
        "node_modules/@carbon/react": { version: "1.117.0" },
      },
    },
  },
  pnpm: {
    "pnpm-lock.yaml": `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      '@carbon/react': {specifier: ^1.60.0, version: 1.117.0(@preact/compat@17.1.2(preact@10.29.8))}
      react: {specifier: 'npm:@preact/compat@^17.0.0', version: '@preact/compat@17.1.2(preact@10.29.8)'}
snapshots:
  '@carbon/react@1.117.0(@preact/compat@17.1.2(preact@10.29.8))':
    dependencies:
      react: '@preact/compat@17.1.2(preact@10.29.8)'
  '@preact/compat@17.1.2(preact@10.29.8)': {}
`,
  },
  "yarn-1": {
    "yarn.lock": `# yarn lockfile v1


"@carbon/react@^1.60.0":
  version "1.117.0"

"react@npm:@preact/compat@^17.0.0":
  version "17.1.2"
`,
  },
  "yarn-berry": {
    "yarn.lock": `__metadata:
  version: 8

"@carbon/react@npm:^1.60.0":
  version: 1.117.0
  resolution: "@carbon/react@npm:1.117.0"

"react@npm:@preact/compat@^17.0.0":
  version: 17.1.2
  resolution: "@preact/compat@npm:17.1.2"
`,
  },
  bun: {
    "bun.lock": `{ "packages": {
    "@carbon/react": ["@carbon/react@1.117.0", "", {}, "sha512-a"],
    "react": ["@preact/compat@17.1.2", "", {}, "sha512-b"],
  } }`,
  },
  nothing: {},
} as const;

describe.each(Object.entries(PREACT))("other names for packages, locked by %s", (_, lock) => {
  it("make no React of what is none", () => {
    const dependencies = { "@carbon/react": "^1.60.0", react: "npm:@preact/compat@^17.0.0" };
    expect(idsOf(aProject({ "package.json": { dependencies }, ...lock }), WITHOUT_LOCK)).toEqual([]);
  });
});

describe("what a lock file does not tell", () => {
  it("is judged by the real name of a package", () => {
    const dependencies = { icons: "npm:carbon-icons@^7.0.0", react: "npm:react@17.0.2", "@carbon/react": "1.60.0" };
    const { findings } = checkProject(asked(dependencies), WITHOUT_LOCK);

    expect(findings).toMatchObject([
      { id: "ds/icons-end-of-support", package: "carbon-icons", requested: "npm:carbon-icons@^7.0.0" },
      { id: "ds/react-deprecated" },
    ]);
  });

  it("is there all the same when nobody says in which version", () => {
    const manifest = { dependencies: { "better-auth": "latest", next: "latest" } };
    expect(idsOf(aProject({ "package.json": manifest }), WITHOUT_LOCK)).toEqual(["auth/server-external"]);
  });

  it("is judged by what was asked for since it was written", () => {
    const folder = aProject({
      "package.json": { dependencies: { react: "17.0.2", "carbon-icons": "^7.0.0" }, peerDependencies: { next: "*" } },
      "package-lock.json": { lockfileVersion: 3, packages: { "": {}, "node_modules/react": { version: "17.0.2" } } },
    });
    expect(checkProject(folder).findings).toMatchObject([{ id: "ds/icons-end-of-support", paths: ["."] }]);
  });

  it("is answered by an override, of Yarn in its resolutions", () => {
    const manifest = {
      dependencies: { "@carbon/react": "^1.60.0", react: "^18.0.0" },
      resolutions: { react: "17.0.2" },
    };
    const lock = `# yarn lockfile v1


"@carbon/react@^1.60.0":
  version "1.117.0"

react@17.0.2:
  version "17.0.2"

react@^18.0.0:
  version "18.3.1"
`;
    const { findings } = checkProject(aProject({ "package.json": manifest, "yarn.lock": lock }));
    expect(findings[0]?.message).toContain("React 17.0.2.");
  });

  it("is no React of the future: what is tried out counts from 0", () => {
    const dependencies = { "@carbon/react": "1.117.0", react: "0.0.0-experimental-1a2b3c4d-20260101" };
    expect(idsOf(asked(dependencies), WITHOUT_LOCK)).toEqual([]);
  });
});

it("names who brings a package that lies at the root of npm's tree", () => {
  const folder = aProject({
    "package.json": { dependencies: { shop: "1.0.0" } },
    "package-lock.json": {
      lockfileVersion: 3,
      packages: {
        "": { dependencies: { shop: "1.0.0" } },
        "node_modules/shop": { version: "1.0.0", dependencies: { "@carbon/layout": "^10.37.0" } },
        "node_modules/@carbon/layout": { version: "10.37.5" },
      },
    },
  });
  expect(checkProject(folder).findings).toMatchObject([{ package: "@carbon/layout", paths: ["shop"] }]);
});

describe("the design system [spec 3, Versioning]", () => {
  it.each([
    ["1.60.0", "16.14.0", "warning ds/react-deprecated"],
    ["1.60.0", "17.0.2", "warning ds/react-deprecated"],
    ["1.60.0", "18.3.1", "info ds/react-recommended"],
    ["1.60.0", "19.2.0", undefined],
    ["2.0.0", "16.14.0", "error ds/react-unsupported"],
    ["2.0.0", "17.0.2", "error ds/react-unsupported"],
    ["2.0.0", "18.3.1", "warning ds/react-deprecated"],
    ["2.0.0", "19.2.0", undefined],
    ["^1.60.0", ">=17 <20", "warning ds/react-deprecated"],
    ["^1.60.0", "*", undefined],
  ])("%s with React %s: %s", (designSystem, react, finding) => {
    const { findings } = checkProject(asked({ "@carbon/react": designSystem, react }), WITHOUT_LOCK);

    expect(findings.map(({ severity, id }) => `${severity} ${id}`)[0]).toBe(finding);
    if (finding !== undefined) expect(findings[0]?.message).toContain("19");
  });

  it.each([
    ["carbon-components", "10.58.0", "error ds/v10-end-of-support"],
    ["carbon-components-react", "7.59.0", "error ds/v10-end-of-support"],
    ["carbon-components-react", "8.0.0", "warning ds/components-react-8"],
    ["@carbon/icons-react", "10.49.0", "error ds/v10-end-of-support"],
    ["@carbon/type", "10.45.0", "error ds/v10-end-of-support"],
    ["@carbon/type", "11.20.0", undefined],
    ["carbon-icons", "7.0.7", "error ds/icons-end-of-support"],
    ["carbon-icons", "latest", "error ds/icons-end-of-support"],
    ["carbon-icons", "npm:own-icons@*", undefined],
    ["@carbon/icons-vue", "10.99.0", undefined],
    ["@carbon/icon-helpers", "10.50.0", undefined],
    ["@carbon/import-once", "10.6.0", undefined],
    ["@carbon/icons-handlebars", "10.1.0", undefined],
  ])("%s %s: %s", (name, version, finding) => {
    const { findings } = checkProject(asked({ [name]: version }), WITHOUT_LOCK);

    expect(findings.map(({ severity, id }) => `${severity} ${id}`)[0]).toBe(finding);
  });

  it("names the packages that come in the place of others", () => {
    const folder = asked({ "carbon-components-react": "8.0.0", "carbon-icons": "7.0.0" });
    const text = reportText(checkProject(folder));

    expect(text).toContain("Replace the name carbon-components-react by @carbon/react.");
    expect(text).toMatch(/@carbon\/icons-react.*@carbon\/icons-vue.*carbon-icons-svelte/);
    expect(text).toContain("2022-03-31");
  });

  it("is only announced before its day", () => {
    const folder = asked({ "carbon-components": "10.58.0" });
    expect(checkProject(folder, { ...WITHOUT_LOCK, today: "2024-09-29" }).summary.error).toBe(0);
    expect(checkProject(folder, { ...WITHOUT_LOCK, today: "2024-09-30" }).findings).toMatchObject([
      { severity: "error", since: "2024-09-30" },
    ]);
  });

  it("tells its policy to who asks for more", () => {
    const folder = asked({ "@carbon/react": "1.60.0", react: "19.0.0" });
    const [policy] = checkProject(folder, { ...WITHOUT_LOCK, verbose: true }).findings;

    expect(policy).toMatchObject({ id: "ds/policy", severity: "info" });
    expect(policy?.message).toMatch(/v9 to v10 are removed in v11.*v10 stay in v11 and go in v12.*12 months.*visually/);
  });

  it("is judged in each workspace by the React of that workspace", () => {
    const folder = aProject({
      "package.json": { name: "root", workspaces: ["apps/*"], dependencies: { react: "19.0.0" } },
      "apps/old/package.json": { name: "old", dependencies: { "@carbon/react": "1.60.0", react: "17.0.2" } },
      "apps/new/package.json": { name: "new", dependencies: { "@carbon/react": "1.60.0" } },
      "package-lock.json": {
        lockfileVersion: 3,
        packages: {
          "": { name: "root", dependencies: { react: "19.0.0" } },
          "apps/old": { name: "old", dependencies: { "@carbon/react": "1.60.0", react: "17.0.2" } },
          "apps/new": { name: "new", dependencies: { "@carbon/react": "1.60.0" } },
          "node_modules/react": { version: "19.0.0" },
          "node_modules/@carbon/react": { version: "1.60.0" },
          "apps/old/node_modules/react": { version: "17.0.2" },
          "apps/old/node_modules/@carbon/react": { version: "1.60.0" },
        },
      },
    });

    expect(checkProject(folder).findings).toMatchObject([
      { id: "ds/react-deprecated", package: "@carbon/react", paths: ["apps/old"] },
    ]);
  });
});

describe("the auth library [spec 1, Dependency error]", () => {
  it("is no matter where it is not used", () => {
    expect(
      idsOf(aProject({ "package.json": { dependencies: { next: "15.0.0" } }, "wrangler.toml": "" }), WITHOUT_LOCK),
    ).toEqual([]);
  });

  it.each([
    ["npm", "npm ls better-auth", { "package-lock.json": twoCopies() }],
    ["bun", "bun pm ls --all better-auth", { "bun.lock": BUN_LOCK() }],
  ])("twice is an error with its remedy: %s", (_, command, lock) => {
    const { findings } = checkProject(
      aProject({ "package.json": { dependencies: { "better-auth": "1.4.5" } }, ...lock }),
    );

    expect(findings).toMatchObject([{ id: "auth/duplicate-copy", severity: "error", package: "better-auth" }]);
    expect(findings[0]?.message).toContain("No request state found");
    expect(findings[0]?.remedies.join(" ")).toContain(command);
    expect(findings[0]?.remedies.join(" ")).toMatch(/Delete node_modules and the lock file/);
  });

  it("in one version under two sets of peers is two copies for pnpm", () => {
    const lock = `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      better-auth: {specifier: 1.4.5, version: 1.4.5(react@19.0.0)}
packages: {}
snapshots:
  better-auth@1.4.5(react@19.0.0): {}
  better-auth@1.4.5(react@18.0.0): {}
`;
    const folder = aProject({ "package.json": { dependencies: { "better-auth": "1.4.5" } }, "pnpm-lock.yaml": lock });
    expect(idsOf(folder)).toEqual(["auth/duplicate-copy"]);
  });

  it("is read from a lock file of pnpm 11 and later, which may begin with what configures pnpm", () => {
    const lock = `---
lockfileVersion: '9.0'
importers:
  .:
    configDependencies:
      'settings': {specifier: 0.2.1, version: 0.2.1}
packages: {}
snapshots: {}
---
lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      '@better-auth/sso': {specifier: ^1.0.0, version: 1.3.0}
      better-auth: {specifier: ^1.0.0, version: 1.4.5}
packages: {}
snapshots:
  '@better-auth/sso@1.3.0': {}
  better-auth@1.4.5: {}
`;
    const dependencies = { "better-auth": "^1.0.0", "@better-auth/sso": "^1.0.0" };
    expect(idsOf(aProject({ "package.json": { dependencies }, "pnpm-lock.yaml": lock }))).toEqual([
      "auth/version-mismatch",
    ]);
  });

  it.each([
    [{ devDependencies: { "better-auth": "1.4.5" } }, ["auth/dev-dependency"]],
    [{ dependencies: { "better-auth": "1.4.5" }, devDependencies: { "@better-auth/cli": "1.4.5" } }, []],
    [{ peerDependencies: { "better-auth": "1.4.5" }, devDependencies: { "better-auth": "1.4.5" } }, []],
    [{ dependencies: { "better-auth": "1.4.5", "@better-auth/stripe": "1.3.0" } }, ["auth/version-mismatch"]],
    [{ dependencies: { "better-auth": "1.4.5", "@better-auth/stripe": "1.4.1", "@better-auth/utils": "0.3.0" } }, []],
    [{ dependencies: { "better-auth": "^1.4.0", "@better-auth/stripe": "^1.7.0" } }, []],
    [{ dependencies: { "better-auth": "~1.4.0", "@better-auth/stripe": "~1.7.0" } }, ["auth/version-mismatch"]],
    [{ dependencies: { "better-auth": "1.7.5", "@better-auth/infra": "0.4.5", "@better-auth/dash": "0.1.6" } }, []],
    [{ dependencies: { "better-auth": "1.7.5" }, devDependencies: { "@better-auth/test-utils": "1.7.5" } }, []],
    [
      { dependencies: { "better-auth": "1.7.5" }, devDependencies: { "@better-auth/test-utils": "1.6.15" } },
      ["auth/version-mismatch"],
    ],
    [{ dependencies: { "better-auth": "1.7.25" }, devDependencies: { "@better-auth/cli": "1.4.22" } }, []],
    [
      { dependencies: { "better-auth": "1.7.5" }, devDependencies: { "@better-auth/utils": "0.5.1" } },
      ["auth/dev-dependency"],
    ],
    [{ dependencies: { "better-auth": "1.4.5" }, packageManager: "pnpm@9.15.0" }, ["auth/better-call-pin"]],
    [{ dependencies: { "better-auth": "1.4.5" }, packageManager: "yarn@1.22.22" }, ["auth/better-call-pin"]],
    [{ dependencies: { "better-auth": "1.4.5" }, packageManager: "pnpm@10.2.0" }, []],
    [
      {
        dependencies: { "better-auth": "1.4.5", "better-call": "^1.1.8" },
        resolutions: { "better-call": "^1.1.8" },
        packageManager: "yarn@1.22.22",
      },
      [],
    ],
    [
      {
        dependencies: { "better-auth": "1.4.5", "better-call": "^1.1.8" },
        resolutions: { "**/better-call": "^1.1.8" },
        packageManager: "yarn@1.22.22",
      },
      [],
    ],
    [{ dependencies: { "better-auth": "1.4.5", next: "15.0.0" } }, ["auth/server-external"]],
  ])("in %j: %j", (manifest, ids) => {
    expect(idsOf(aProject({ "package.json": manifest }), WITHOUT_LOCK)).toEqual(ids);
  });

  it.each([
    ["export default { serverExternalPackages: ['better-auth', \"pg\"] }", []],
    ["// serverExternalPackages: ['better-auth']\nexport default { url: 'http://x' }", ["auth/server-external"]],
    ["export default { serverExternalPackages: ['pg'] }", ["auth/server-external"]],
    ["export default { serverExternalPackages: [...(live ? ['pg'] : []), 'better-auth'] }", []],
    ["const own = ['better-auth'];\nexport default { serverExternalPackages: own }", []],
    ["export default { experimental: { serverComponentsExternalPackages: ['better-auth'] } }", []],
    ["export default { serverExternalPackages: [], transpilePackages: ['better-auth'] }", ["auth/server-external"]],
  ])("with the Next.js configuration %j: %j", (config, ids) => {
    const manifest = { dependencies: { "better-auth": "1.4.5", next: "15.0.0" } };
    expect(idsOf(aProject({ "package.json": manifest, "next.config.mjs": config }), WITHOUT_LOCK)).toEqual(ids);
  });

  it.each([
    ["wrangler.toml", 'compatibility_flags = ["nodejs_compat"]', []],
    ["wrangler.toml", '# compatibility_flags = ["nodejs_compat"]', ["auth/nodejs-compat"]],
    ["wrangler.jsonc", '{ /* nodejs_compat */ "compatibility_flags": ["nodejs_compat",], }', []],
    ["wrangler.jsonc", '{ // "compatibility_flags": ["nodejs_compat"]\n}', ["auth/nodejs-compat"]],
    ["wrangler.json", '{ "env": { "live": { "compatibility_flags": ["nodejs_compat"] } } }', []],
  ])("with %s %j: %j", (file, content, ids) => {
    const manifest = { dependencies: { "better-auth": "1.4.5" } };
    expect(idsOf(aProject({ "package.json": manifest, [file]: content }), WITHOUT_LOCK)).toEqual(ids);
  });
});

describe("the auth library in a workspace of its own", () => {
  const SHOP = {
    "package.json": { workspaces: ["apps/*", "packages/*"] },
    "packages/auth/package.json": { name: "@acme/auth", dependencies: { "better-auth": "1.4.5" } },
    "apps/shop/package.json": { dependencies: { "@acme/auth": "workspace:*", next: "15.0.0" } },
    "apps/feed/package.json": { dependencies: { next: "15.0.0" } },
    "apps/feed/wrangler.toml": "",
  };

  it("matters to those who use it by way of that, and to no other", () => {
    const { findings } = checkProject(aProject(SHOP), WITHOUT_LOCK);
    expect(findings).toMatchObject([{ id: "auth/server-external", paths: ["apps/shop"] }]);

    const atEdge = { ...SHOP, "apps/shop/wrangler.toml": "" };
    expect(checkProject(aProject(atEdge), WITHOUT_LOCK).findings).toMatchObject([
      { id: "auth/nodejs-compat", paths: ["apps/shop/wrangler.toml"] },
      { id: "auth/server-external", paths: ["apps/shop"] },
    ]);
  });
});

function twoCopies(): object {
  return {
    lockfileVersion: 3,
    packages: {
      "": { dependencies: { "better-auth": "1.4.5", shop: "1.0.0" } },
      "node_modules/better-auth": { version: "1.4.5" },
      "node_modules/shop": { version: "1.0.0", dependencies: { "better-auth": "1.4.5" } },
      "node_modules/shop/node_modules/better-auth": { version: "1.4.5" },
    },
  };
}

function BUN_LOCK(): string {
  return `{
  "lockfileVersion": 1,
  "workspaces": { "": { "name": "x", "dependencies": { "better-auth": "1.4.5", "shop": "1.0.0", }, }, },
  "packages": {
    "better-auth": ["better-auth@1.4.5", "", {}, "sha512-a"],
    "shop": ["shop@1.0.0", "", { "dependencies": { "better-auth": "1.3.0" } }, "sha512-b"],
    "shop/better-auth": ["better-auth@1.3.0", "", {}, "sha512-c"],
  }
}`;
}

const times = (count: number, make: (at: number) => readonly (readonly [string, object])[]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => make(at)).flat());

/** Each took minutes where it was compared with each, or read again from each place in it. */
const ENDLESS = {
  "a configuration of strings that nothing closes": { "next.config.js": "'\\".repeat(400_000) },
  "comments that nothing closes": { "next.config.js": "/* ".repeat(300_000) },
  "paths that are longer than a disk has them": {
    "package-lock.json": {
      packages: times(200, (at) => [
        [`${"a/".repeat(20_000)}${at}/node_modules/better-auth`, { version: "1.4.5", dependencies: { react: "*" } }],
      ]),
    },
  },
  "thousands of copies, and as many wishes": {
    "package.json": {
      dependencies: { "better-auth": "1.4.5", next: "15.0.0" },
      devDependencies: Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`q${at}`, "*"])),
    },
    "package-lock.json": {
      packages: times(20_000, (at) => [[`node_modules/p${at}/node_modules/better-auth`, { version: "1.4.5" }]]),
    },
  },
  "thousands of versions that do not fit": {
    "package-lock.json": {
      packages: times(10_000, (at) => [
        [`node_modules/p${at}/node_modules/better-auth`, { version: `1.${at}.0` }],
        [`node_modules/p${at}/node_modules/@better-auth/sso`, { version: `2.${at}.0` }],
      ]),
    },
  },
  "a long chain in which each has a design system": {
    "package-lock.json": {
      packages: times(10_000, (at) => [
        [`node_modules/p${at}`, { version: "1.0.0", dependencies: { "@carbon/react": "*", [`p${at + 1}`]: "*" } }],
        [`node_modules/p${at}/node_modules/@carbon/react`, { version: "1.0.0" }],
      ]),
    },
  },
  "thousands of versions of the design system": {
    "yarn.lock": `# yarn lockfile v1\n\n\n${Array.from(
      { length: 10_000 },
      (_, at) => `"@carbon/react@^1.0.${at}":\n  version "1.0.${at}"\n  dependencies:\n    react "^1"\n`,
    ).join("\n")}`,
  },
  "a line of millions of characters": { "yarn.lock": `"${"a".repeat(10_000_000)}` },
} as const;

describe("a report", () => {
  it("ends with 1 on an error, and on a warning only where warnings count", () => {
    const exit = (dependencies: Record<string, string>, strict: boolean) =>
      exitCodeOf(checkProject(asked(dependencies)), { strict });

    expect(exit({ "carbon-icons": "7.0.0" }, false)).toBe(1);
    expect(exit({ "carbon-components-react": "8.0.0" }, false)).toBe(0);
    expect(exit({ "carbon-components-react": "8.0.0" }, true)).toBe(1);
    expect(exit({ react: "19.0.0" }, true)).toBe(0);
  });

  it("is sorted, has colours only when asked, and leaves out what is to be ignored", () => {
    const folder = asked({ "carbon-icons": "7.0.0", "carbon-components-react": "8.0.0" });
    const report = checkProject(folder);

    expect(report.findings.map(({ severity }) => severity)).toEqual(["error", "warning", "info"]);
    expect(reportText(report)).not.toContain("\u001B");
    expect(reportText(report, { hasColors: true })).toContain("\u001B");
    expect(idsOf(folder, { ignore: ["ds/icons-end-of-support"] })).not.toContain("ds/icons-end-of-support");
  });

  it("needs a package.json", () => {
    expect(() => checkProject(aProject({}))).toThrow(expect.objectContaining({ code: "no_package_json" }));
    expect(() => checkProject(aProject({ "package.json": "[" }))).toThrow(
      expect.objectContaining({ code: "package_json_invalid" }),
    );
  });

  it("says so where a package.json is too large to be one, and passes over one of a workspace", () => {
    const grown = (file: string) => {
      const folder = aProject({ "package.json": { workspaces: ["a"] }, "a/package.json": {} });
      truncateSync(join(folder, file), 51 * 1024 * 1024);
      return folder;
    };

    expect(() => checkProject(grown("package.json"))).toThrow(
      expect.objectContaining({ code: "package_json_invalid", message: expect.stringContaining("52428800") }),
    );
    expect(idsOf(grown("a/package.json"), WITHOUT_LOCK)).toEqual([]);
  });

  it.each([
    ["package-lock.json", "{"],
    ["package-lock.json", "[]"],
    ["package-lock.json", ""],
    ["package-lock.json", `${"[".repeat(200_000)}`],
    ["pnpm-lock.yaml", "a: &a [*a, *a]\n b: {"],
    ["yarn.lock", "<<<<<<< HEAD\na@1:\n  version 1\n=======\n>>>>>>> x"],
    ["yarn.lock", "__metadata:\n  version: 8\nx: ["],
    ["bun.lock", "{}"],
  ])("goes on without a %s like %j", (file, content) => {
    const folder = aProject({ "package.json": { dependencies: { "carbon-icons": "7.0.0" } }, [file]: content });
    expect(idsOf(folder)).toEqual(["ds/icons-end-of-support", "project/lockfile-unreadable"]);
  });

  it.each([
    ["/**"],
    ["a/../../**"],
    ["{1..100000000}"],
    ["{a,b}".repeat(26)],
    [`{a,${"{b,c},".repeat(26)}}`],
    ["*".repeat(100_000)],
    [`${"*a".repeat(40)}b`],
  ])("does not search for ever for workspaces like %j", (pattern) => {
    const folder = aProject({
      "package.json": { workspaces: [pattern, "apps/*", "!apps/b"] },
      "apps/a/package.json": { dependencies: { "carbon-icons": "7.0.0" } },
      "apps/b/package.json": { dependencies: { "carbon-icons": "7.0.0" } },
      [`${"a".repeat(200)}/x`]: "",
    });
    expect(checkProject(folder, WITHOUT_LOCK).findings).toMatchObject([{ paths: ["apps/a"] }]);
  });

  it.each(Object.entries(ENDLESS))("does not work for ever on %s", (_, files) => {
    const folder = aProject({ "package.json": { dependencies: { "better-auth": "1.4.5", next: "15.0.0" } }, ...files });

    const { findings } = checkProject(folder, { ignore: ["auth/duplicate-copy", "auth/version-mismatch"] });
    expect(findings.map(({ id }) => id)).toContain("auth/server-external");
  });

  it("says nothing to a terminal that the terminal would obey", () => {
    const folder = aProject({
      "package.json": { dependencies: { "carbon-icons": "7.0.0" } },
      "package-lock.json": {
        packages: {
          "node_modules/carbon-icons": { version: "7.0.0" },
          "node_modules/\u001B[2J\u001B]0;mine\u0007\u202Eevil": {
            version: "1.0.0",
            dependencies: { "carbon-icons": "*" },
          },
        },
      },
    });
    const text = reportText(checkProject(folder));

    expect(text).toContain("evil");
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("is not misled by members that every object has", () => {
    const folder = aProject({
      "package.json": '{"dependencies":{"__proto__":"1.0.0","constructor":"1.0.0","carbon-icons":"7.0.0"}}',
      "package-lock.json":
        '{"packages":{"":{},"__proto__":{"version":"1.0.0"},"node_modules/__proto__":{"version":{}},"node_modules/carbon-icons":{"version":"7.0.0","dependencies":{"__proto__":"1"}},"node_modules/@carbon/react":{"version":"9999999999999999999.0.0"}}}',
    });
    expect(idsOf(folder)).toEqual(["ds/icons-end-of-support"]);
  });

  it("follows no link out of the project", () => {
    const outside = aProject({ "package-lock.json": twoCopies() });
    const folder = aProject({ "package.json": { dependencies: { "better-auth": "1.4.5" } } });
    symlinkSync(join(outside, "package-lock.json"), join(folder, "package-lock.json"));

    expect(checkProject(folder).lockfile).toBeNull();
  });

  it("can say what the README lists, and no more", () => {
    const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
    const listed = [...readme.matchAll(/^\| `((?:ds|auth|project)\/[a-z0-9-]+)`/gm)].map(([, id]) => id);

    expect(listed.toSorted()).toEqual(Object.keys(FINDINGS).toSorted());
  });
});
