/**
 * Which folder may import which: docs/architecture.md, in a form that a tool can check.
 * Type-only imports count.
 */

const leaves = [
  "errors.ts",
  "nearest-names.ts",
  "fragment-markers.ts",
  "codex-strings.ts",
  "recently-used.ts",
  "models/",
];

const pure = ["projections/", "reducers/", "events/", ...leaves];

/** What the files of each folder may import from src/, besides their own folder. */
const mayImport = {
  "errors.ts": [],
  "fragment-markers.ts": [],
  "codex-strings.ts": [],
  "recently-used.ts": [],
  "nearest-names.ts": [],
  "models/": ["errors.ts", "nearest-names.ts"],
  "events/": leaves,
  "reducers/": ["events/", ...leaves],
  "projections/": ["reducers/", "events/", ...leaves],
  "store/": ["events/", "errors.ts", "nearest-names.ts", "recently-used.ts"],
  "dialects/": ["events/", "reducers/", ...leaves],
  "sessions/": [...pure, "store/", "dialects/"],
  "vault/": [...pure, "store/", "dialects/", "sessions/"],
  "runtime/": [...pure, "store/", "dialects/", "sessions/"],
  "experiments/": [...pure, "store/", "dialects/", "sessions/", "runtime/"],
  "ui/api": [...pure, "sessions/listing/thread-summary.ts"],
  "ui/page/": [...pure, "ui/api"],
  "ui/standalone/": [...pure, "store/errors", "ui/"],
  "ui/static/": [...pure, "ui/api", "ui/page/", "ui/server/views/transcript-row.ts"],
  "ui/server/": [
    ...pure,
    "store/",
    "dialects/",
    "sessions/",
    "vault/",
    "runtime/",
    "experiments/",
    "ui/api",
  ],
};

/** The Node.js modules that a folder may import; a folder that is not named here may use any. */
const mayUseOfNode = {
  "errors.ts": [],
  "fragment-markers.ts": [],
  "codex-strings.ts": [],
  "recently-used.ts": [],
  "nearest-names.ts": [],
  "models/": [],
  "events/": [],
  "reducers/": [],
  "projections/": [],
  "dialects/": ["crypto", "zlib"],
  "ui/api": [],
  "ui/page/": [],
  "ui/standalone/": [],
  "ui/static/": [],
};

const escaped = (path) => path.replaceAll(".", "\\.");
const inSource = (paths) => `^src/(${paths.map(escaped).join("|")})`;
const inPackage = (names) => `(^|/)node_modules/(@types/)?(${names.join("|")})/`;

const directions = Object.entries(mayImport).map(([folder, others]) => ({
  name: `${folder} imports`,
  comment: `src/${folder} may import ${others.join(", ") || "nothing else of src/"}`,
  severity: "error",
  from: { path: inSource([folder]) },
  to: { path: "^src/", pathNot: inSource([folder, ...others]) },
}));

const nodeModules = Object.entries(mayUseOfNode).map(([folder, names]) => ({
  name: `${folder} and Node.js`,
  comment: `src/${folder} may use ${names.join(", ") || "nothing"} of Node.js`,
  severity: "error",
  from: { path: inSource([folder]) },
  to: {
    dependencyTypes: ["core"],
    ...(names.length > 0 && { pathNot: `^(node:)?(${names.join("|")})$` }),
  },
}));

export default {
  forbidden: [
    ...directions,
    ...nodeModules,
    {
      name: "file system",
      comment: "files are touched in few places only",
      severity: "error",
      from: {
        path: "^src/",
        pathNot:
          "^src/(store/jsonl/|sessions/|vault/|runtime/(snapshots/|fragments/context-on-disk)|ui/server/|cli/|testing/)",
      },
      to: { path: "^(node:)?fs(/|$)" },
    },
    {
      name: "rxjs",
      comment: "observables live where threads are driven",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(runtime/|experiments/|testing/|index\\.ts$)" },
      to: { path: inPackage(["rxjs"]) },
    },
    {
      name: "terminal libraries",
      comment: "only the command writes to a terminal",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/cli/" },
      to: { path: inPackage(["commander", "picocolors", "cli-progress"]) },
    },
    {
      name: "nothing imports cli",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/cli/" },
      to: { path: "^src/cli/" },
    },
    {
      name: "only the command starts the page's server",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(cli|ui)/" },
      to: { path: "^src/ui/" },
    },
    {
      name: "the server sends the page, and imports nothing of it",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/ui/(page|standalone|static)/" },
      to: { path: "^src/ui/page/" },
    },
    {
      name: "testing is for tests",
      comment: "but what `refold check` asks is what tests ask",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(testing|cli|entries)/" },
      to: { path: "^src/testing/" },
    },
    {
      name: "the command needs no test library",
      comment: "fast-check is an optional peer: the command takes invariants, no generators",
      severity: "error",
      from: { path: "^src/cli/" },
      to: { path: "^src/testing/", pathNot: "^src/testing/(invariants|protocol)/" },
    },
    {
      name: "invariants need no test library",
      severity: "error",
      from: { path: "^src/testing/(invariants|protocol)/" },
      to: { path: inPackage(["fast-check"]) },
    },
    {
      name: "invariants take no generators",
      severity: "error",
      from: { path: "^src/testing/(invariants|protocol)/" },
      to: { path: "^src/testing/(arbitraries|store-contract|index)" },
    },
    {
      name: "entry points are for users",
      comment: "inside src/, import the file that defines the name",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^src/(index\\.ts$|entries/)" },
    },
    {
      name: "no other barrels",
      comment: "src/index.ts and src/entries/ list the public names",
      severity: "error",
      from: {},
      to: { path: "^src/.+/index\\.ts$" },
    },
    {
      name: "src stands alone",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(bin|test|bench|examples|tools|dist|build)/" },
    },
    {
      name: "bin imports what was built",
      severity: "error",
      from: { path: "^bin/" },
      to: { pathNot: "(^|/)dist/" },
    },
    {
      name: "only what users install",
      comment: "src/ imports neither a development dependency nor one that package.json lacks",
      severity: "error",
      // What the page needs is in dist/ui/.
      from: { path: "^src/", pathNot: "^src/ui/(page|standalone|static)/" },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["npm", "npm-peer"],
        pathNot: "/node_modules/@types/node/",
      },
    },
    {
      name: "no circles",
      severity: "error",
      from: { path: "^src/" },
      to: { circular: true },
    },
    {
      name: "everything resolves",
      severity: "error",
      from: { path: "^src/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: ["node_modules", "^(dist|build)/"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
    },
  },
};
