// Lists the apps on this computer with traffic that bypasses the proxy, in full or in part.
import { z } from 'zod';
import type { DirectConnection } from '../../../system/bypass/index.ts';
import { dnsCapturedApps } from '../dns-capture/captured-apps.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { noParams } from '../fields.ts';

const connection = z.strictObject({
  /** Process id; 0 when it may not be known. */
  process: z.number(),
  protocol: z.enum(['tcp', 'udp']),
  address: z.string(),
  port: z.number(),
  reason: z.string(),
});

export const bypassing = defineMethod({
  name: 'bypassing_apps',
  summary:
    'Lists apps that connect to the web directly instead of through the proxy, with the likely reason, and apps that are captured through DNS',
  effect: 'read',
  faces: EVERYWHERE,
  params: noParams,
  result: z.strictObject({
    direct: z
      .array(z.strictObject({ app: z.string().nullable(), connections: z.array(connection).readonly() }))
      .readonly(),
    captured: z.array(z.strictObject({ app: z.string().nullable(), domains: z.array(z.string()) })),
  }),
  async run({ bypassingApps, settings, traffic }) {
    const pinning = new Set<string>();
    for await (const { notDecrypted, app } of traffic.selected())
      if (notDecrypted?.code === 'refused' && app !== null) pinning.add(app);
    const direct = (await bypassingApps()).map(({ app, connections }) => ({
      app,
      connections: app !== null && pinning.has(app) ? connections.map(withPinning) : connections,
    }));
    return { direct, captured: dnsCapturedApps(settings.dnsCapture) };
  },
});

function withPinning(connection: DirectConnection): DirectConnection {
  const reason = `${connection.reason}; it has refused our certificate, as apps that pin certificates do`;
  return { ...connection, reason };
}
