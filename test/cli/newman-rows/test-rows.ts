// Tests rows of the table of options in docs/api-client/newman.md, each under its name there.
import { afterAll, describe, test } from 'vitest';
import { Beside } from '../../helpers/newman-beside.ts';
import type { Rows } from './items.ts';
import { sampled } from '../../helpers/scale.ts';

/** `tags`: those of each row. */
export async function testRows(rowsOf: (both: Beside) => Rows, tags: 'full'[] = []): Promise<void> {
  const both = await Beside.start();
  afterAll(() => both[Symbol.asyncDispose]());
  describe('options', { timeout: 120_000, tags }, () => {
    test.each(sampled(Object.entries(rowsOf(both)), 1))('%s', (_, row) => row());
  });
}
