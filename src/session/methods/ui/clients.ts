// Lists the clients that sent the requests in the traffic list: programs on this computer, and other devices.
import { z } from 'zod';
import type { Flow } from '../../../flow/flow.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams } from '../fields.ts';

const MAX_CLIENTS = 200;
const MAX_AGENT_CHARS = 300;

const client = z.strictObject({
  /** IP address. */
  address: z.string(),
  isThisComputer: z.boolean(),
  /** Name of the program; null for other devices. */
  app: z.string().nullable(),
  /** The User-Agent of the last request that could be read; empty without one. */
  agent: z.string(),
  requests: z.number(),
  /** Requests over plain HTTP, and over decrypted HTTPS. */
  plain: z.number(),
  decrypted: z.number(),
  /** Tunnels that were not decrypted: their number, how many the client refused, and the reason for the last one. */
  tunnels: z.number(),
  refused: z.number(),
  reason: z.string().nullable(),
  /** ISO 8601. */
  lastAt: z.string(),
});

type ClientFacts = z.output<typeof client>;

export const clients = defineMethod({
  name: 'ui.clients',
  summary: 'Lists the programs and devices in the traffic, and how much of their HTTPS was decrypted',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.array(client),
  async run({ traffic }) {
    const clients = new Map<string, ClientFacts>();
    for await (const flow of traffic.selected()) {
      const isUnused = flow.notDecrypted?.code === 'closed';
      if (flow.openedFrom !== null || flow.client.isReplay || isUnused) continue;
      const key = `${flow.client.isLoopback ? '' : flow.client.address} ${flow.app ?? ''}`;
      const before = clients.get(key);
      if (before === undefined && clients.size >= MAX_CLIENTS) continue;
      clients.set(key, counted(before ?? unseen(flow), flow));
    }
    return [...clients.values()].sort((a, b) => b.lastAt.localeCompare(a.lastAt));
  },
});

function unseen({ client: { address, isLoopback }, app }: Flow): ClientFacts {
  return {
    address,
    isThisComputer: isLoopback,
    app,
    agent: '',
    lastAt: '',
    reason: null,
    requests: 0,
    plain: 0,
    decrypted: 0,
    tunnels: 0,
    refused: 0,
  };
}

function counted(facts: ClientFacts, flow: Flow): ClientFacts {
  const { request, decrypted, notDecrypted, startedAt } = flow;
  const agent = request?.header('user-agent')?.slice(0, MAX_AGENT_CHARS);
  const isRefused = notDecrypted?.code === 'refused';
  const at = new Date(startedAt).toISOString();
  return {
    ...facts,
    agent: agent ?? facts.agent,
    requests: facts.requests + 1,
    plain: facts.plain + (request !== null && !decrypted ? 1 : 0),
    decrypted: facts.decrypted + (decrypted ? 1 : 0),
    tunnels: facts.tunnels + (request === null ? 1 : 0),
    refused: facts.refused + (isRefused ? 1 : 0),
    reason: notDecrypted?.text ?? facts.reason,
    lastAt: at > facts.lastAt ? at : facts.lastAt,
  };
}
