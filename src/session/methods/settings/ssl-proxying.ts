// Changes single entries of the two settings lists that decide which HTTPS traffic is decrypted.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/did-you-mean.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import type { AppContext } from '../context.ts';
import { text } from '../fields.ts';
import { restoreSettings } from './restore-settings.ts';

const ACTIONS = ['list', 'add_host', 'remove_host', 'add_app', 'remove_app'] as const;

export const sslProxying = defineMethod({
  name: 'ssl_proxying',
  summary: 'Lists or changes the hosts and apps whose HTTPS is decrypted; hosts take * and ? as wildcards',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  captured: false,
  undo: async (app, { action }) =>
    action === 'list' ? () => [] : restoreSettings(app, ['sslProxyingHosts', 'sslProxyingApps']),
  params: z.strictObject({
    action: z.enum(ACTIONS, ACTIONS.map((action) => `"${action}"`).join(', ')),
    value: text.optional().describe('Host pattern or name of an app; not for list'),
  }),
  result: z.strictObject({
    hosts: z.array(z.strictObject({ enabled: z.boolean(), pattern: z.string() })),
    apps: z.array(z.strictObject({ enabled: z.boolean(), name: z.string() })),
  }),
  async run(app, { action, value }) {
    if (action !== 'list') await change(app, action, requiredValue(action, value));
    const { sslProxyingHosts, sslProxyingApps } = app.settings;
    return { hosts: sslProxyingHosts, apps: sslProxyingApps };
  },
});

function requiredValue(action: string, value: string | undefined): string {
  if (value !== undefined && value.trim() !== '') return value.trim();
  const what = action.endsWith('host')
    ? 'a host such as "*.example.com"'
    : 'the name of an app such as "curl"';
  throw new ParameterError(`value is missing: ${action} needs ${what}`, { field: 'value' });
}

async function change(app: AppContext, action: string, value: string): Promise<void> {
  const { sslProxyingHosts: hosts, sslProxyingApps: apps } = app.settings;
  const changed = action.endsWith('host')
    ? {
        sslProxyingHosts: listAfter(action, hosts, ({ pattern }) => pattern, {
          enabled: true,
          pattern: value,
        }),
      }
    : { sslProxyingApps: listAfter(action, apps, ({ name }) => name, { enabled: true, name: value }) };
  await app.changeSettings(changed).catch((error: unknown) => {
    if (!(error instanceof Error) || !('field' in error)) throw error;
    throw new ParameterError(error.message.replace(/^\S+/, 'value'), { field: 'value' });
  });
}

/** Returns the list after the action. Adding an entry that exists switches it on. */
function listAfter<T>(
  action: string,
  list: readonly T[],
  nameOf: (entry: T) => string,
  entry: T,
): readonly T[] {
  const wanted = nameOf(entry).toLowerCase();
  const isOther = (one: T): boolean => nameOf(one).toLowerCase() !== wanted;
  const others = list.filter(isOther);
  if (action.startsWith('remove')) {
    if (others.length < list.length) return others;
    throw new ParameterError(notListed(nameOf(entry), list.map(nameOf)), { field: 'value' });
  }
  return others.length === list.length ? [...list, entry] : list.map((one) => (isOther(one) ? one : entry));
}

function notListed(value: string, names: readonly string[]): string {
  const fallback =
    names.length === 0 ? 'the list is empty' : `expected one of ${names.slice(0, 20).join(', ')}`;
  return `value ${JSON.stringify(value.slice(0, 100))} is not in the list: ${didYouMean(value, names, fallback)}`;
}
