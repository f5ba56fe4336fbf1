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

/** Suites that find out what their process has from the beginning: how often code runs, and the menu of the desktop. */
const needOwnProcess = ['src/secrets/linear.test.ts', 'test/ui/app-icons.test.ts'];
/** Without a second try: a machine that is busy with other things must not fail a test. */
const unitLimits = { testTimeout: 120_000, hookTimeout: 60_000 };

/** Real browsers, clients and servers on a busy machine: two more tries, which the tally names. */
const endToEndLimits = { retry: 2, testTimeout: 60_000, hookTimeout: 60_000 };

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
      // Tests change the environment and start workers, which threads would share. In the quick suite a process runs one
      // file after another, which spares loading the sources each time; in the full suite each file has its own.
      pool: 'forks',
      isolate: isFull,
      setupFiles: ['test/helpers/own-environment.ts'],
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
            ...unitLimits,
          },
        },
        {
          // Components are JSX, which only Vite reads.
          extends: true,
          test: {
            name: 'unit-ui',
            include: ['ui/**/*.test.ts'],
            experimental: { viteModuleRunner: true },
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
            ...endToEndLimits,
          },
        },
        {
          extends: true,
          test: {
            name: 'e2e',
            include: ['test/**/*.test.ts'],
            exclude: needOwnProcess,
            globalSetup: ['test/helpers/built-package.ts', 'test/helpers/shared-browser.ts'],
            ...endToEndLimits,
          },
        },
        {
          extends: true,
          test: { name: 'own-process', include: needOwnProcess, isolate: true, ...unitLimits },
        },
      ],
    },
  };
});
