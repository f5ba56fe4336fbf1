// Runs of AI agents for the page that shows them.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import { listedRun, type AgentRun } from '../../../agents/index.ts';
import type { ViewContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { listedRun as listedRunSchema, wholeRun } from './agent-fields.ts';

/** Runs of a list, the newest. */
const MAX_RUNS = 100;

const id = wholeNumber(1, Number.MAX_SAFE_INTEGER).describe(
  'The id of a run: that of its first call of a model',
);

export const agentRuns = defineMethod({
  name: 'ui.agent_runs',
  summary: 'Lists runs of AI agents with their sums, newest last',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({}),
  result: z.object({ count: z.number(), runs: z.array(listedRunSchema).readonly() }),
  async run(app: ViewContext) {
    const runs = await runsOf(app);
    return { count: runs.length, runs: runs.slice(-MAX_RUNS).map(listedRun) };
  },
});

export const agentRun = defineMethod({
  name: 'ui.agent_run',
  summary: 'Returns a run of an AI agent with its steps',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ id }),
  result: wholeRun,
  run: (app: ViewContext, { id: wanted }) => runOf(app, wanted),
});

export const agentRunPage = defineMethod({
  name: 'ui.agent_run_page',
  summary: 'Writes a run of an AI agent as one HTML file, without secrets',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ id }),
  result: z.object({ text: z.string() }),
  async run(app: ViewContext, { id: wanted }) {
    const { agentRunHtml } = await import('../../../agents/render/html.ts');
    const { shown } = await import('../../../traffic/insights/shown.ts');
    return { text: agentRunHtml(shown(await runOf(app, wanted))) };
  },
});

async function runOf(app: ViewContext, wanted: number): Promise<AgentRun> {
  const run = (await runsOf(app)).find((each) => each.id === wanted);
  if (run !== undefined) return run;
  throw new UserError('NOT_FOUND', `run ${wanted} is no longer in the traffic`, { field: 'id' });
}

async function runsOf({ traffic, settings }: ViewContext): Promise<readonly AgentRun[]> {
  const { runsOfList } = await import('../../../agents/listed-runs.ts');
  return runsOfList(traffic).runs(settings?.modelPrices ?? []);
}
