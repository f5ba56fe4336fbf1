// Suggests the domains to capture for an app.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { appName } from '../fields.ts';

export const suggestCaptureDomains = defineMethod({
  name: 'suggest_capture_domains',
  summary: 'Suggests domains to capture through DNS for an app that does not use the proxy',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ app: appName }),
  result: z.strictObject({
    /** Those that are probably the app's own, most used first. */
    recommended: z.array(z.string()).readonly(),
    /** Those of services that other apps use too. */
    others: z.array(z.string()).readonly(),
  }),
  async run({ traffic, bypassingApps }, { app }) {
    const { suggestDomains } = await import('../../../traffic/capture-domains.ts');
    const direct = (await bypassingApps()).find((each) => each.app === app)?.connections ?? [];
    return suggestDomains(traffic.selected(), app, direct);
  },
});
