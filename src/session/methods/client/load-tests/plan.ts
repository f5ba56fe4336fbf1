// The plan of a load test: its requests, the machines that it reaches, and the k6 script for the same.
import { z } from 'zod';
import type { Step } from '../../../../runs/runner/steps.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { loadOptions, loadParams, type LoadOptions } from './options.ts';

export const clientPlanLoadTest = defineMethod({
  name: 'client.plan_load_test',
  summary: 'Says what a load test would send, and to which machines, and writes it as a k6 script',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject(loadParams),
  result: z.strictObject({
    requests: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        method: z.string(),
        folders: z.array(z.string()).readonly(),
      }),
    ),
    hosts: z
      .array(z.strictObject({ host: z.string(), isLocal: z.boolean() }))
      .describe('Machines whose names are known before anything is sent'),
    rows: z.number().describe('Rows of the dataset'),
    k6: z.strictObject({ source: z.string(), warnings: z.array(z.string()).readonly() }),
  }),
  async run(app, params) {
    const { stepsOf } = await import('../../../../runs/runner/steps.ts');
    const { k6Script } = await import('../../../../services/perf/k6/index.ts');
    const { SecretMask } = await import('../../../live/secret-mask.ts');
    const options = await loadOptions(app, params);
    const steps = stepsOf(options.collection, options.only);
    const { source, warnings } = k6Script(options);
    return {
      requests: steps.map(({ request: { id, name, method }, folders }) => ({ id, name, method, folders })),
      hosts: await hostsOf(steps, options),
      rows: options.data.length,
      k6: { source: new SecretMask(options).text(source), warnings },
    };
  },
});

async function hostsOf(
  steps: readonly Step[],
  { collection, environment, globals, data }: LoadOptions,
): Promise<{ host: string; isLocal: boolean }[]> {
  const { Scopes, valuesOf } = await import('../../../../collections/variables/scopes.ts');
  const { Interpolator } = await import('../../../../runs/runner/interpolator.ts');
  const { isLoopbackHost } = await import('../../../../net/proxy-routes/bypass.ts');
  const scopes = new Scopes({
    globals: valuesOf(globals),
    collection: valuesOf(collection.variables),
    environment: valuesOf(environment?.variables ?? []),
  });
  if (data[0] !== undefined) scopes.replace('data', data[0]);
  const interpolator = new Interpolator((name) => scopes.value(name));
  const hosts = steps.flatMap(({ request, variables }) => {
    scopes.replace('request', Object.fromEntries(variables));
    const text = interpolator.text(request.url).trim();
    const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
    return url === null || url.hostname === '' || text.includes('{{') ? [] : [url.hostname];
  });
  return [...new Set(hosts)].map((host) => ({
    host,
    isLocal: isLoopbackHost(host.replace(/^\[|\]$/g, '')),
  }));
}
