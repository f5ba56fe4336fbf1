// Lists the apps that sent the requests in the traffic list.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { noParams } from '../fields.ts';

export const listApps = defineMethod({
  name: 'list_apps',
  summary:
    'Lists the apps in the traffic, with how many requests each has sent and whether its HTTPS is decrypted',
  effect: 'read',
  faces: EVERYWHERE,
  params: noParams,
  result: z.array(z.strictObject({ app: z.string(), requests: z.number(), sslProxying: z.boolean() })),
  async run({ traffic, settings }) {
    const counts = new Map<string, number>();
    for await (const { app } of traffic.selected())
      if (app !== null) counts.set(app, (counts.get(app) ?? 0) + 1);
    const decrypted = new Set(
      settings.sslProxyingApps.filter(({ enabled }) => enabled).map(({ name }) => name.toLowerCase()),
    );
    return Array.from(counts, ([app, requests]) => ({
      app,
      requests,
      sslProxying: decrypted.has(app.toLowerCase()),
    })).sort((a, b) => b.requests - a.requests || a.app.localeCompare(b.app));
  },
});
