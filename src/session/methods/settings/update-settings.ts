// Changes settings while the proxy runs.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';

export const updateSettings = defineMethod({
  name: 'update_settings',
  summary:
    'Changes settings: objects merge, lists replace, null resets; port, listenOnAllInterfaces, socks and reverseProxies restart the proxy',
  effect: 'write',
  faces: EVERYWHERE,
  params: z.strictObject({
    changes: z.record(
      z.string(),
      z.unknown(),
      'an object of settings and their values, such as {"port": 9091}',
    ),
  }),
  result: z.strictObject({
    applied: z.array(z.string()).readonly(),
    restarted: z.boolean(),
    port: z.number(),
  }),
  run: (app, { changes }) => app.changeSettings(changes),
});
