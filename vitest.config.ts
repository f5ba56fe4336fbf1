// Two suites over one tree. `vitest run` is the quick one; `vitest run --mode full` adds the tests tagged `full`, the
// second run of intercepted exchanges, and large counts (see test/helpers/scale.ts).
import { defineConfig } from 'vitest/config';
import { SlowestReporter } from './scripts/slowest-reporter.ts';
import { TallyReporter } from './scripts/tally-reporter.ts';

/** Suites of exchanges that must behave alike whether a tool intercepts them or not. */
const intercepted = [
  'flow/captured-bodies',
  'net/early-responses',
  'net/unreachable-origins',
  'proxy/connection-logins',
  'proxy/disconnects',
  'proxy/http1-ambiguous-responses',
  'proxy/http2',
  'proxy/http2-endings',
  'proxy/http2-flow-control',
  'proxy/http2-grpc',
  'proxy/http2-long-streams',
  'proxy/odd-servers',
  'proxy/server-sent-events',
  'proxy/slow-bodies',
  'proxy/upgrade',
  'proxy/websocket',
  'proxy/websocket-http2',
];
/** Those that the quick suite runs twice too. */
const quicklyIntercepted = ['proxy/http1-ambiguous-responses', 'proxy/http2-grpc', 'proxy/upgrade'];

/** Unit tests that change what their process trusts, or count how often its code runs. */
const needOwnProcess = ['src/net/**/*.test.ts', 'src/secrets/linear.test.ts'];
/** Without a second try: a machine that is busy with other things must not fail a test. */
const unitLimits = { testTimeout: 120_000, hookTimeout: 60_000 };

/** Real browsers, clients and servers on a busy machine: one more try, which the tally names. */
const secondTry = 1;

export default defineConfig(({ mode }) => {
  const isFull = mode === 'full';
  return {
    test: {
      globalSetup: ['test/helpers/hermetic.ts', 'test/helpers/promised-programs.ts'],
      env: isFull ? { TEST_FULL: '1' } : {},
      tags: [{ name: 'full', description: 'only in the full suite' }],
      ...(isFull ? {} : { tagsFilter: ['!full'] }),
      // The tally comes last, so that a run ends with its line. It reads the condition of a skipped test from its place.
      includeTaskLocation: true,
      reporters: [
        'default',
        new SlowestReporter(),
        new TallyReporter({
          isFull,
          limits: process.env['CI'] === 'true' ? { skipped: isFull ? 60 : 30, secondTries: 3 } : undefined,
        }),
      ],
      // A process per file: tests change the environment and start workers, which threads would share.
      pool: 'forks',
      // Node.js runs the sources as they are, and loads them sooner than Vite's runner.
      experimental: { viteModuleRunner: false },
      maxWorkers: 2,
      // A busy machine may take long: what is waited for fails by its value, not by the clock.
      expect: { poll: { timeout: 15_000 } },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            include: ['{src,scripts,bench}/**/*.test.ts'],
            exclude: needOwnProcess,
            // Files share two processes, which takes a third less time.
            isolate: false,
            ...unitLimits,
          },
        },
        {
          extends: true,
          test: { name: 'unit-isolated', include: needOwnProcess, ...unitLimits },
        },
        {
          // Components are JSX, which only Vite reads.
          extends: true,
          test: {
            name: 'unit-ui',
            include: ['ui/**/*.test.ts'],
            experimental: { viteModuleRunner: true },
            isolate: false,
            ...unitLimits,
          },
        },
        {
          // The same, with every exchange intercepted by a tool that changes nothing: nobody may notice.
          extends: true,
          test: {
            name: 'intercepted',
            include: (isFull ? intercepted : quicklyIntercepted).map((name) => `test/${name}.test.ts`),
            env: { TEST_INTERCEPTED: '1' },
            retry: secondTry,
            testTimeout: 60_000,
            hookTimeout: 60_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'e2e',
            include: ['test/**/*.test.ts'],
            globalSetup: ['test/helpers/built-package.ts', 'test/helpers/shared-browser.ts'],
            retry: secondTry,
            testTimeout: 60_000,
            hookTimeout: 60_000,
          },
        },
      ],
    },
  };
});
