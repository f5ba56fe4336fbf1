// Two suites: `unit` beside the code, `e2e` in test/ with real processes, clients and servers.
import { defineConfig } from 'vitest/config';
import { TallyReporter } from './scripts/tally-reporter.ts';

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
