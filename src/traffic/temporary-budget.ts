// A capture budget for flows that are discarded as soon as they are written.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CaptureBudget } from '../flow/capture-budget.ts';

const spillPath = join(tmpdir(), 'proxyctl-no-spill');

/** Returns a budget that limits nothing and never spills. */
export function temporaryBudget(): CaptureBudget {
  return new CaptureBudget({ maxBodyBytes: Infinity, memoryBytes: Infinity, spillPath });
}
