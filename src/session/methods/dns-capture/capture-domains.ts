// Sets the domains to capture for an app, after the user has confirmed them.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { appName } from '../fields.ts';

export const captureDomains = defineMethod({
  name: 'ui.capture_domains',
  summary: 'Captures domains for an app through DNS, in place of those before; none ends it',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ app: appName, domains: z.array(z.string('a domain'), 'a list of domains') }),
  result: z.strictObject({ capturedDomains: z.array(z.string()) }),
  async run(context, { app, domains }) {
    const others = context.settings.dnsCapture.domains.filter((entry) => entry.app !== app);
    const all = [...others, ...domains.map((domain) => ({ domain, app }))];
    await context.changeSettings({ dnsCapture: { isEnabled: all.length > 0, domains: all } });
    return { capturedDomains: context.settings.dnsCapture.domains.map(({ domain }) => domain) };
  },
});
