// The methods for the page of `proxyctl view`, which only read recorded requests.
import type { z } from 'zod';
import { ParameterError } from '../../base/errors.ts';
import type { Method } from './contract.ts';
import type { ViewContext } from './context.ts';
import { dispatcher, type Dispatch } from './dispatch.ts';
import { compareRequests } from './traffic/compare-requests.ts';
import { insights } from './traffic/insights.ts';
import { agentRun, agentRunPage, agentRuns } from './ui/agents.ts';
import { compareSideBySide } from './ui/compare-side-by-side.ts';
import { columnValues, headerNames } from './ui/column-values.ts';
import { generateCode } from './ui/generate-code.ts';

const all = [
  agentRuns,
  agentRun,
  agentRunPage,
  compareSideBySide,
  compareRequests,
  insights,
  generateCode,
  columnValues,
  headerNames,
] as readonly Method<z.ZodObject, z.ZodType, string, ViewContext>[];

export function viewDispatcher(viewer: ViewContext): Dispatch {
  const dispatch = dispatcher(all, viewer);
  const names = new Set(all.map(({ name }) => name));
  return async (name, params, signal) => {
    if (names.has(name)) return dispatch(name, params, signal);
    throw new ParameterError(
      `${JSON.stringify(name.slice(0, 60))} needs the app, and this shows recorded requests only: start the app with "proxyctl app"`,
      { field: 'method' },
    );
  };
}
