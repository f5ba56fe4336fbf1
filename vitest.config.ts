// Two suites: `unit` beside the code, `e2e` in test/ with real processes, clients and servers; and part of the second
// once more.
import { defineConfig } from 'vitest/config';
import { TallyReporter } from './scripts/tally-reporter.ts';

/** What passes through whichever way exchanges take. */
const touched = [
  'captured-bodies',
  'dead-origins',
  'hostile-leaving',
  'http2',
  'http2-endings',
  'http2-flow-control',
  'http2-grpc',
  'http2-live',
  'server-sent-events',
  'streams',
  'upgrade',
  'websocket',
];

export default defineConfig({
  test: {
    globalSetup: 'test/helpers/hermetic.ts',
    // The tally comes last, so that a run ends with its line.
    reporters: ['default', new TallyReporter()],
    // A process per file: tests change the environment and start workers, which threads would share.
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,scripts,bench}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // The same, with every exchange in the hands of a tool that leaves it as it is: nobody may notice.
        extends: true,
        test: {
          name: 'touched',
          include: touched.map((name) => `test/${name}.test.ts`),
          env: { TEST_TOUCHED: '1' },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
