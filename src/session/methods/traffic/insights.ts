// Analyzes the traffic list.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import { parseFilter } from '../../../flow/filter/index.ts';
import type { Flow } from '../../../flow/flow.ts';
import { flowTest } from '../../../flow/search/index.ts';
import { insights as analyze, INSIGHT_SECTIONS } from '../../../traffic/insights/index.ts';
import { ENDPOINT_ORDERS } from '../../../traffic/insights/sections/contract.ts';
import { listInsights } from '../../../traffic/insights/list/index.ts';
import type { ViewContext } from '../context.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { agentRunLookUp } from '../../agent-run-look-up.ts';
import { text, wholeNumber } from '../fields.ts';

export const insights = defineMethod({
  name: 'insights',
  summary:
    'Analyzes the traffic: figures, endpoints, security, possible secrets (masked), performance, schemas, runs of AI agents',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({
    section: z
      .enum(INSIGHT_SECTIONS, INSIGHT_SECTIONS.map((section) => `"${section}"`).join(', '))
      .optional()
      .describe(
        'Section of the analysis, by default summary; overview: what is slow, what fails and what has changed; agents: runs of AI agents; markdown: the full report',
      ),
    filter: text
      .optional()
      .describe('Filter of the requests to analyze, such as "host:api since:10m"; by default all'),
    limit: wholeNumber(1, 10_000).optional().describe('Most entries of each list, by default 50'),
    sort: z
      .enum(ENDPOINT_ORDERS, ENDPOINT_ORDERS.map((order) => `"${order}"`).join(', '))
      .optional()
      .describe(
        'Order of endpoints: most calls, slowest (p95), most errors or bytes first; by default calls',
      ),
    run: wholeNumber(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('Id of the run whose steps are asked for, in section agents; by default the list of runs'),
    steps: wholeNumber(0, 200)
      .optional()
      .describe('Steps of time in which the calls of endpoints are counted, as overTime; by default none'),
  }),
  result: z.looseObject({}),
  run: async (app: ViewContext, { section = 'summary', filter = '', limit = 50, steps = 0, sort, run }) => {
    const { traffic, settings } = app;
    const options = {
      limit,
      steps,
      sort,
      run,
      allowedSecrets: new Set(settings?.allowedSecrets),
      modelPrices: settings?.modelPrices ?? [],
    };
    const result =
      filter.trim() === ''
        ? await listInsights(traffic, section, options)
        : await analyze(await filtered(traffic, filter), section, options);
    return result as Record<string, unknown>;
  },
});

/** Returns the flows that match, which are read one after another. */
async function filtered(traffic: ViewContext['traffic'], filter: string): Promise<AsyncIterable<Flow>> {
  const parsed = parseFilter(filter);
  if (parsed.type === 'invalid')
    throw new ParameterError(`filter: ${parsed.message} (at character ${parsed.start + 1})`, {
      field: 'filter',
    });
  const runOf = await agentRunLookUp(parsed, traffic);
  return matching(traffic.selected(), flowTest(parsed, new AbortController().signal, runOf));
}

async function* matching(
  flows: AsyncIterable<Flow>,
  isKept: ReturnType<typeof flowTest>,
): AsyncGenerator<Flow, void, undefined> {
  for await (const flow of flows) if (await isKept(flow)) yield flow;
}
