// Lists the hosts of the requests in the traffic list.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { noParams } from '../fields.ts';

export const listDomains = defineMethod({
  name: 'list_domains',
  summary:
    'Lists the hosts in the traffic, with how many requests each got and whether its HTTPS was decrypted',
  effect: 'read',
  faces: EVERYWHERE,
  params: noParams,
  result: z.array(z.strictObject({ host: z.string(), requests: z.number(), decrypted: z.boolean() })),
  async run({ traffic }) {
    const hosts = new Map<string, { requests: number; decrypted: boolean }>();
    for await (const { target, decrypted } of traffic.selected()) {
      const previous = hosts.get(target.host);
      hosts.set(target.host, {
        requests: (previous?.requests ?? 0) + 1,
        decrypted: decrypted || previous?.decrypted === true,
      });
    }
    return Array.from(hosts, ([host, counts]) => ({ host, ...counts })).sort(
      (a, b) => b.requests - a.requests || a.host.localeCompare(b.host),
    );
  },
});
