// The analysis of the traffic, loaded when the screen opens and again on demand.
import type {
  EndpointFigures,
  TrafficPerformance,
  TrafficSchemas,
  TrafficSecrets,
  TrafficSecurity,
  TrafficSummary,
} from '../../../src/session/methods/ui-types.ts';
import { rpc } from '../../api/client.ts';
import { attempt } from '../../state/actions.ts';
import { createResource } from '../../state/resource.ts';
import { createStore } from '../../state/store.ts';

/** The sections of one analysis. */
export interface Analysis {
  readonly summary: TrafficSummary;
  readonly endpoints: readonly EndpointFigures[];
  readonly security: TrafficSecurity;
  readonly secrets: TrafficSecrets;
  readonly performance: TrafficPerformance;
  readonly schema: TrafficSchemas;
  /** The filter of the analysed requests; empty for all requests. */
  readonly filter: string;
  /** The time of the analysis in epoch milliseconds. */
  readonly at: number;
}

/** The maximum number of entries in each list. */
const LIMIT = 1000;

/** The number of points in a line of calls over time. */
const STEPS = 30;

/** The filter of the analysed requests; empty for all requests. */
let filter = '';

/** Loads one section. The section's own types describe its content. */
async function section(name: 'summary' | 'endpoints' | 'security' | 'secrets' | 'performance' | 'schema') {
  return (await rpc('insights', {
    section: name,
    filter,
    limit: LIMIT,
    ...(name === 'endpoints' && { steps: STEPS }),
  })) as unknown;
}

export const analysis = createResource(async (): Promise<Analysis> => {
  const of = filter;
  const [summary, endpoints, security, secrets, performance, schema] = await Promise.all([
    section('summary') as Promise<TrafficSummary>,
    section('endpoints') as Promise<{ readonly endpoints: readonly EndpointFigures[] }>,
    section('security') as Promise<TrafficSecurity>,
    section('secrets') as Promise<TrafficSecrets>,
    section('performance') as Promise<TrafficPerformance>,
    section('schema') as Promise<TrafficSchemas>,
  ]);
  const at = Date.now();
  return { summary, endpoints: endpoints.endpoints, security, secrets, performance, schema, filter: of, at };
});

export const isLoading = createStore(false);

/** Analyses the requests that match a filter. */
export async function refresh(of: string): Promise<void> {
  filter = of;
  isLoading.set(true);
  await analysis.load();
  isLoading.set(false);
}

/** Has the browser save the report of the analysed requests as Markdown. */
export async function downloadReport(): Promise<void> {
  await attempt('The report cannot be made', async () => {
    const { markdown } = (await rpc('insights', { section: 'markdown', filter, limit: LIMIT })) as {
      readonly markdown: string;
    };
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }));
    link.download = 'traffic-report.md';
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

/** The kinds of performance findings, with the labels of their badges. */
export const FINDINGS = [
  ['slow', 'Slow'],
  ['large', 'Large'],
  ['uncompressed', 'Uncompressed'],
  ['uncached', 'Uncached'],
  ['duplicates', 'Duplicate'],
  ['nPlusOne', 'N+1'],
  ['redirects', 'Redirects'],
] as const satisfies readonly (readonly [keyof TrafficPerformance, string])[];

export function findingCount(performance: TrafficPerformance): number {
  return FINDINGS.reduce((sum, [kind]) => sum + performance[kind].length, 0);
}
