// Load tests that have ended: their list, the comparison of two, and their reports.
import { z } from 'zod';
import { UserError } from '../../../../base/errors.ts';
import type { LoadTestResult } from '../../../../services/perf/result.ts';
import type { LoadTestSummary } from '../../../history/load-test-files.ts';
import type { AppContext } from '../../context.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { reference } from '../../workspace/fields.ts';
import { entryId } from '../history-fields.ts';

const shown = z.strictObject({
  id: z.string(),
  time: z.number(),
  name: z.string(),
  collection: z.string(),
  environment: z.string().nullable(),
  outcome: z.string(),
  options: z.looseObject({}),
  figures: z.record(z.string(), z.number()),
});

export const clientLoadTests = defineMethod({
  name: 'client.load_tests',
  summary: 'Lists the load tests that go on in all windows, and those that are stored, the latest first',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ collection: reference.optional().describe('Its id') }),
  result: z.strictObject({
    running: z.array(
      z.strictObject({ channel: z.string(), window: z.string(), startedAt: z.number(), name: z.string() }),
    ),
    loadTests: z.array(shown),
  }),
  async run({ channels, clientState }, { collection: wanted }) {
    const { runningLoadTest } = await import('../../../live/load-test.ts');
    const { loadTests } = await clientState.settledHistory();
    const all = await loadTests.list(() => undefined);
    const running = channels.list().flatMap((channel) => {
      const test = channel.state === 'open' ? runningLoadTest(channel) : undefined;
      if (test === undefined || (wanted !== undefined && test.collection.id !== wanted)) return [];
      const { id, owner, startedAt } = channel;
      return [{ channel: id, window: owner.window, startedAt, name: test.collection.name }];
    });
    return {
      running,
      loadTests: all
        .filter(({ collection }) => wanted === undefined || collection === wanted)
        .map(({ id, time, name, collection, environment, outcome, options, figures }) => ({
          id,
          time,
          name,
          collection,
          environment,
          outcome,
          options,
          figures,
        })),
    };
  },
});

const figure = z.strictObject({
  metric: z.string(),
  title: z.string(),
  unit: z.enum(['ms', '%', 'number']),
  before: z.number(),
  now: z.number(),
  change: z.number().nullable().describe('Relative to the earlier value; null where that is 0'),
  mark: z.enum(['better', 'worse']).nullable().describe('Null below 5 %, and for totals'),
});

export const clientCompareLoadTests = defineMethod({
  name: 'client.compare_load_tests',
  summary: 'Compares a load test with an earlier one: options that differ, figures, and each request',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ id: entryId, before: entryId }),
  result: z.strictObject({
    isSame: z.boolean().describe('True when requests, profile and data are equal'),
    differs: z
      .array(z.strictObject({ option: z.string(), before: z.unknown(), now: z.unknown() }))
      .readonly(),
    figures: z.array(figure).readonly(),
    perRequest: z
      .array(
        z.strictObject({
          name: z.string(),
          method: z.string(),
          folders: z.array(z.string()).readonly(),
          p95: figure.nullable(),
          p99: figure.nullable(),
        }),
      )
      .readonly(),
  }),
  async run(app, { id, before: earlier }) {
    const { comparedFigures, comparedRequests, differingOptions, isSameTest } =
      await import('../../../../services/perf/comparison.ts');
    const [now, before] = [await storedTest(app, id, 'id'), await storedTest(app, earlier, 'before')];
    return {
      isSame: isSameTest(before.summary.options, now.summary.options),
      differs: differingOptions(before.summary.options, now.summary.options).map((each) => ({ ...each })),
      figures: comparedFigures(before.summary.figures, now.summary.figures),
      perRequest: comparedRequests(before.result, now.result),
    };
  },
});

export const clientLoadTestReport = defineMethod({
  name: 'client.load_test_report',
  summary: 'Writes the report of a load test as HTML or JSON, as proxyctl perf does',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ id: entryId, format: z.enum(['html', 'json'], 'html or json') }),
  result: z.strictObject({ name: z.string(), mediaType: z.string(), text: z.string() }),
  async run(app, { id, format }) {
    const { htmlReport, jsonReport } = await import('../../../../services/perf/report/index.ts');
    const { summary, result, crossed } = await storedTest(app, id, 'id');
    const name = `load-test-${new Date(summary.time).toISOString().slice(0, 19).replaceAll(':', '-')}.${format}`;
    return format === 'html'
      ? { name, mediaType: 'text/html', text: htmlReport(result, crossed) }
      : { name, mediaType: 'application/json', text: jsonReport(result, crossed) };
  },
});

interface StoredTest {
  readonly summary: LoadTestSummary;
  readonly result: LoadTestResult;
  /** A sentence for each threshold that has failed. */
  readonly crossed: readonly string[];
}

interface StoredThreshold {
  readonly text: string;
  readonly passed: boolean;
  readonly value: number;
}

/** Rejects with a UserError when there is none with this id. */
async function storedTest({ clientState }: AppContext, id: string, field: string): Promise<StoredTest> {
  const { crossedSentence } = await import('../../../../services/perf/thresholds.ts');
  const { loadTests } = await clientState.settledHistory();
  const summary = (await loadTests.list(() => undefined)).find((each) => each.id === id);
  const rest = summary === undefined ? null : await loadTests.read(summary);
  if (summary === undefined || rest === null)
    throw new UserError('NOT_FOUND', `there is no load test ${JSON.stringify(id)}`, { field });
  const thresholds = (rest['thresholds'] ?? []) as readonly StoredThreshold[];
  const crossed = thresholds.filter(({ passed }) => !passed).map(crossedSentence);
  return { summary, result: rest['result'] as LoadTestResult, crossed };
}
