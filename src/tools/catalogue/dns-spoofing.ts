// DNS Spoofing: connects to a different address than the host's. HTTP and TLS still name the original host.
import { z } from 'zod';
import { readHostPattern } from '../../base/host-pattern.ts';
import type { FlowTarget } from '../../flow/flow.ts';
import type { HostPort } from '../../net/upstream-connection.ts';
import type { InterceptedExchange } from '../../proxy/hooks.ts';
import type { Match, Rule } from '../rules/rule.ts';
import { defineTool, type RecordMatch, type RunningTool, type TunnelDecision } from '../contract.ts';
import { patternError } from '../rules/patterns/pattern.ts';
import { wholeNumber } from '../rules/fields.ts';

const HOST = 'a host such as "api.example.com" or "*.example.com", without scheme, port or path';
const ADDRESS = 'an IP address or a host name, without scheme, port or path';

const fields = {
  host: z
    .string(HOST)
    .refine((host) => isHostPattern(host), HOST)
    .overwrite((host) => readHostPattern(host) ?? host)
    .default('example.com')
    .describe('Hosts to redirect, on any port; * and ? are wildcards'),
  address: z
    .string(ADDRESS)
    .refine((address) => isAddress(address), ADDRESS)
    .overwrite((address) => readHostPattern(address) ?? address)
    .default('127.0.0.1')
    .describe('Address to connect to'),
  port: wholeNumber(1, 65_535).nullable().default(null).describe('null: the port of the request'),
} as const;

type DnsRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const dnsSpoofing = defineTool({
  name: 'dnsSpoofing',
  title: 'DNS Spoofing',
  summary: 'Connects to other addresses than those of the requested hosts.',
  order: { request: 100, tunnel: 30 },
  fields,
  without: ['pattern', 'patternType', 'includeSubpaths'],
  matching: 'first',
  matchOn: ({ host }) => ({ pattern: host, patternType: 'host', includeSubpaths: true }),
  fromFlow: ({ target: { host } }) =>
    Promise.resolve({ name: host, host, address: host, methods: [], conditions: {} }),
  start: () => new DnsSpoofing(),
});

function isHostPattern(host: string): boolean {
  const error = patternError({ pattern: host, patternType: 'host', includeSubpaths: true });
  return readHostPattern(host) !== null && error === null;
}

function isAddress(address: string): boolean {
  const read = readHostPattern(address);
  return read !== null && !/[*?]/.test(read);
}

class DnsSpoofing implements RunningTool<DnsRule> {
  update(): void {
    // Nothing to prepare: a match provides its rule.
  }

  request(
    exchange: InterceptedExchange,
    [match]: readonly Match<DnsRule>[],
    recordMatch: RecordMatch,
  ): undefined {
    if (match === undefined) return;
    exchange.connectTo = connectTarget(match.rule, exchange.request.target);
    recordMatch(match.rule);
  }

  tunnel(decision: TunnelDecision, [match]: readonly Match<DnsRule>[], recordMatch: RecordMatch): void {
    if (match === undefined) return;
    decision.connectTo = connectTarget(match.rule, decision.flow.target);
    recordMatch(match.rule);
  }
}

function connectTarget({ address, port }: DnsRule, target: FlowTarget): HostPort {
  return { host: address, port: port ?? target.port };
}
