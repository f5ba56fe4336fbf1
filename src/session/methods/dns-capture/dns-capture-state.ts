// Describes DNS capture: the captured domains, and the required system configuration.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { dnsCapturedApps } from './captured-apps.ts';

const params = z.strictObject({
  domains: z
    .array(z.string('a domain'), 'a list of domains')
    .optional()
    .describe('Domains to show the commands for, in place of those that are captured'),
});

export const dnsCaptureState = defineMethod({
  name: 'ui.dns_capture',
  summary: 'Returns the domains captured through DNS, and the commands that lead them here and back',
  effect: 'read',
  faces: UI_ONLY,
  params,
  result: z.strictObject({
    isEnabled: z.boolean(),
    apps: z.array(z.strictObject({ app: z.string().nullable(), domains: z.array(z.string()) })),
    /** The means of the system, such as `systemd-resolved`. */
    means: z.string(),
    /** Ports that are opened on this machine. */
    ports: z.strictObject({ dns: z.number(), http: z.number(), https: z.number() }),
    /** Commands for a terminal: they lead the domains to this machine, and take that back. */
    apply: z.array(z.string()).readonly(),
    undo: z.array(z.string()).readonly(),
    /** For each captured domain whether the system leads it to this machine now. */
    led: z.array(z.strictObject({ domain: z.string(), isLed: z.boolean() })),
  }),
  async run({ engine, settings }, { domains }) {
    const { dnsSetup } = await import('../../../system/dns-capture/index.ts');
    const { isLedHere } = await import('../../../system/dns-capture/check.ts');
    const { isEnabled, dnsPort, httpPort, httpsPort } = settings.dnsCapture;
    const captured = settings.dnsCapture.domains.map(({ domain }) => domain);
    const shown = domains ?? captured;
    const setup = dnsSetup();
    const port = engine.dnsPort ?? dnsPort ?? setup.port;
    return {
      isEnabled,
      apps: dnsCapturedApps(settings.dnsCapture),
      means: setup.means,
      ports: { dns: port, http: httpPort, https: httpsPort },
      apply: shown.length === 0 ? [] : setup.apply(shown, port),
      undo: setup.undo(shown),
      led: isEnabled
        ? await Promise.all(captured.map(async (domain) => ({ domain, isLed: await isLedHere(domain) })))
        : [],
    };
  },
});
