// Prints the ten test files that took longest, set-up and collection included.
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

export class SlowestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    process.stdout.write(`the ${SHOWN} slowest files:\n${slowestLines(modules.map(timed)).join('\n')}\n`);
  }
}

/** A test file and how long it took, in milliseconds. */
export interface TimedFile {
  readonly name: string;
  readonly ms: number;
}

/** Returns a line for each of the slowest files, the slowest first. */
export function slowestLines(files: readonly TimedFile[]): readonly string[] {
  return files
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

function timed(module: TestModule): TimedFile {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  const project = module.project.name === '' ? '' : `${module.project.name} `;
  return { name: project + module.relativeModuleId, ms: setupDuration + collectDuration + duration };
}
