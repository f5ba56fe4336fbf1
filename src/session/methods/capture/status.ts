// Reports the state of the app.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { noParams } from '../fields.ts';

export const status = defineMethod({
  name: 'status',
  summary:
    'Reports the state of the proxy: port, recording, decryption, active tools and number of captured requests',
  effect: 'read',
  faces: EVERYWHERE,
  params: noParams,
  result: z.strictObject({
    port: z.number(),
    listening: z.boolean(),
    recording: z.boolean(),
    /** True when the system's own traffic goes through the proxy, on any operating system. */
    macOSProxy: z.boolean(),
    certificateTrusted: z.boolean(),
    /** Number of requests in the traffic list. */
    requestCount: z.number(),
    pausedCount: z.number(),
    activeTools: z.array(z.string()).readonly(),
    sslProxyingHosts: z.array(z.strictObject({ enabled: z.boolean(), pattern: z.string() })),
    sslProxyingApps: z.array(z.strictObject({ enabled: z.boolean(), name: z.string() })),
    listenOnAllInterfaces: z.boolean(),
    capturedDomains: z.array(z.string()),
    bypassingApps: z.array(z.string()),
  }),
  async run({ engine, traffic, paused, settings, certificateTrusted, capturesSystem, bypassingApps }) {
    const [trusted, captures, bypassing] = await Promise.all([
      certificateTrusted(),
      capturesSystem(),
      bypassingApps(),
    ]);
    return {
      port: engine.port,
      listening: true,
      recording: engine.flows.recording,
      macOSProxy: captures,
      certificateTrusted: trusted,
      requestCount: traffic.size,
      pausedCount: paused.count,
      activeTools: engine.activeTools,
      sslProxyingHosts: settings.sslProxyingHosts,
      sslProxyingApps: settings.sslProxyingApps,
      listenOnAllInterfaces: engine.listensOnAllInterfaces,
      capturedDomains: settings.dnsCapture.isEnabled
        ? settings.dnsCapture.domains.map(({ domain }) => domain)
        : [],
      bypassingApps: bypassing.flatMap(({ app }) => app ?? []),
    };
  },
});
