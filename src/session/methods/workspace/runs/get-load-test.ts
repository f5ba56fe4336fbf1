// Shows a load test: its end, or how far it has come.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { LoadTests, LoadTestState } from '../../../../services/jobs/load-tests.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { loadTest, shownLoadTest } from './load-test.ts';

/** The wait of a call: asking again and again costs an assistant tokens, and the machine that is measured time. */
const MAX_SECONDS = 10;

export const getLoadTest = defineMethod({
  name: 'get_load_test',
  summary:
    'Shows latencies, errors and requests a second of a load test, by default the latest; waits up to 10 s for its end',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ id: reference.optional() }),
  result: loadTest,
  async run({ workspace: { jobs } }: WorkspaceOwner, { id }, signal, progress) {
    const { id: found } = loadTestNamed(jobs.loadTests, id);
    for (let second = 1; second <= MAX_SECONDS && !signal.aborted; second += 1) {
      if (loadTestNamed(jobs.loadTests, found).state !== 'running') break;
      await jobs.loadTests.untilEnded(found, AbortSignal.any([signal, AbortSignal.timeout(1000)]));
      progress(second, MAX_SECONDS, 'the load test runs');
    }
    return shownLoadTest(loadTestNamed(jobs.loadTests, found));
  },
});

/** Returns the test of this id, by default the latest. Throws a ParameterError that names those there are. */
function loadTestNamed(loadTests: LoadTests, id: string | undefined): LoadTestState {
  const tests = loadTests.list();
  const found = id === undefined ? tests.at(-1) : tests.find((each) => each.id === id);
  if (found !== undefined) return found;
  const known =
    tests.length === 0 ? 'run_load_test starts one' : `there are ${tests.map((each) => each.id).join(', ')}`;
  throw new ParameterError(
    id === undefined
      ? `there is no load test: ${known}`
      : `there is no load test ${JSON.stringify(id)}: ${known}`,
    { field: 'id' },
  );
}
