// Lint rules: typescript-eslint's strictest sets with types, and the few departures that each have a reason.
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Files that may be longer: this one is loaded into other programs, as one file. */
export const LONGER = ['src/cli/environment/preload/node-proxy.cjs'];

export default defineConfig(
  // The last two are not typed: code of a browser page, and programs as users of agent frameworks write them.
  globalIgnores([
    'dist/',
    'coverage/',
    'test/corpus/',
    'bench/browser/in-page.js',
    'test/helpers/frameworks/',
  ]),
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Indexed access is checked by the compiler (noUncheckedIndexedAccess); in loops over bytes `!` is how
      // to say "in bounds", and a test there would be dead code.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Numbers have one obvious text.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => doIt()` as a callback is shorter than a block and cannot be misread.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
      // `NonNullable<unknown>` is how a type says "anything but null and undefined".
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      // An empty text, 0 and false are often meant to fall through.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true, number: true, boolean: true } },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // `env['NAME']` marks a name that no type vouches for.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      // The sources have no enums, and this rule alone takes a seventh of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      eqeqeq: 'error',
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', 60],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Use named exports.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        {
          selector: 'SpreadElement > :matches(ArrayExpression, ObjectExpression)',
          message: 'Write the elements in their place.',
        },
      ],
      'no-warning-comments': 'error',
      'no-useless-rename': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    // The launcher also runs where what the types promise does not exist yet, and the rules do not see the
    // casts of plain JavaScript.
    files: ['bin/**'],
    rules: {
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    // The web UI: a component over 200 lines is two components.
    files: ['ui/**'],
    plugins: reactHooks.configs.flat.recommended.plugins,
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'react-hooks/set-state-in-render': 'error',
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': [
        'error',
        { property: 'dangerouslySetInnerHTML', message: 'Captured text is never HTML.' },
        { property: 'innerHTML', message: 'Captured text is never HTML.' },
      ],
      // Handlers of React return nothing that anybody waits for.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: LONGER,
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  {
    // Configuration files and the test set-up are loaded by their default export.
    files: ['*.config.ts', 'test/helpers/{built-package,hermetic,promised-programs,shared-browser}.ts'],
    rules: { 'no-restricted-syntax': 'off', 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.test.ts', 'test/**', 'bench/**'],
    rules: {
      // Answers come as JSON, and their shape is what the assertions are about.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Stand-ins for callbacks that nobody is to call.
      '@typescript-eslint/no-empty-function': 'off',
      'max-lines': 'off',
      'max-lines-per-function': 'off',
    },
  },
);
