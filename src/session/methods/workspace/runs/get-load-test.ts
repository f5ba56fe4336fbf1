// Shows the progress of a load test.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { loadTest, shownLoadTest } from './load-test.ts';

export const getLoadTest = defineMethod({
  name: 'get_load_test',
  summary:
    'Shows latencies, errors and requests a second of a load test, running or ended; by default the latest',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ id: reference.optional() }),
  result: loadTest,
  run({ workspace: { jobs } }: WorkspaceOwner, { id }) {
    const tests = jobs.loadTests.list();
    const found = id === undefined ? tests.at(-1) : tests.find((each) => each.id === id);
    if (found !== undefined) return shownLoadTest(found);
    const known =
      tests.length === 0
        ? 'run_load_test starts one'
        : `there are ${tests.map((each) => each.id).join(', ')}`;
    throw new ParameterError(
      id === undefined
        ? `there is no load test: ${known}`
        : `there is no load test ${JSON.stringify(id)}: ${known}`,
      { field: 'id' },
    );
  },
});
