import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const barrels = {
  selector: "ExportAllDeclaration",
  message: "List every name: a barrel says what it exports.",
};
const emptyCatches = {
  selector: "CatchClause > BlockStatement[body.length=0]",
  message: "Nothing is swallowed: handle the error, report it, or let it pass.",
};
const bareErrors = {
  selector: "ThrowStatement > NewExpression[callee.name=/^(Error|TypeError|RangeError)$/]",
  message: "Throw a RefoldError with a code.",
};
const clocks = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: "Times are in the event or in an argument.",
};

const markup = [
  "JSXAttribute[name.name='dangerouslySetInnerHTML']",
  "MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|write)$/]",
].map((selector) => ({ selector, message: "Text becomes a text node, never markup." }));

export default defineConfig(
  globalIgnores(["dist/", "build/", "coverage/", "**/fixtures/", "bench/peers/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,

  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "no-restricted-syntax": ["error", barrels, emptyCatches],
      "no-empty": ["error", { allowEmptyCatch: true }], // said by emptyCatches
      "no-restricted-exports": [
        "error",
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
      ],
      "object-shorthand": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      curly: ["error", "multi-line"], // a body on a line of its own stands in braces

      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      // A driver may answer at once behind a port of promises.
      "@typescript-eslint/require-await": "off",
    },
  },

  {
    files: ["src/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": ["error", barrels, emptyCatches, bareErrors],
      "no-warning-comments": "error",
      "no-console": "error",
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
      "@typescript-eslint/max-params": ["error", { max: 4 }],
      // Behind the edge no cast but `as const`.
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
    },
  },

  {
    // Text of a session is text: no way from it to markup.
    files: ["src/ui/{page,static}/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": ["error", barrels, emptyCatches, bareErrors, ...markup],
    },
  },

  {
    files: ["src/{events,reducers,projections}/**/*.ts"],
    rules: {
      "no-restricted-syntax": ["error", barrels, emptyCatches, bareErrors, clocks],
      "no-restricted-globals": [
        "error",
        ...["process", "Buffer", "performance", "crypto", "fetch"],
        ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask"],
      ],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: clocks.message },
        { object: "Math", property: "random", message: "Ids are in the event or in an argument." },
        { object: "globalThis", message: "Pure code asks its arguments only." },
      ],
    },
  },

  {
    // A new event type must stop the build in every reducer until somebody has decided.
    files: ["src/reducers/**/*.ts"],
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: false },
      ],
    },
  },

  // Data tables.
  { files: ["src/models/**/*.ts"], rules: { "max-lines": "off" } },

  // A suite is one long function that lists its cases.
  { files: ["src/testing/store-contract/**/*.ts"], rules: { "max-lines-per-function": "off" } },

  {
    files: ["test/**/*.ts", "bench/**/*.ts", "examples/**/*.ts", "tools/**/*.ts"],
    rules: { "@typescript-eslint/no-unsafe-type-assertion": "error" },
  },

  // What these tools read is a default export.
  { files: ["*.config.ts"], rules: { "no-restricted-exports": "off" } },
);
