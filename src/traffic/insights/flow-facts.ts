// Properties of flows that several sections use.
import { MOCK_TAG } from '../../flow/mock-tag.ts';
import type { Flow } from '../../flow/flow.ts';
import { templatedPath } from '../endpoint.ts';
import { operationSuffix } from './operation-name.ts';
import { isLoopback } from '../transport.ts';

/** The maximum number of endpoints, hosts or apps counted separately. The rest count only in totals. */
export const MAX_KINDS = 5000;

/** Returns true when the exchange failed or got a 4xx or 5xx response. */
export function isError(flow: Flow): boolean {
  return flow.state === 'failed' || flow.status >= 400;
}

/** Tools that make the client wait, or respond in place of the server. */
const TIMING_TOOLS = new Set(['breakpoint', 'networkConditions', 'mapLocal', 'mockSets']);

/**
 * Returns true when a debugging tool set the duration of an exchange: it was paused, throttled or mocked, so its time
 * says nothing about the server. A note on a flow means that a rule was skipped, except for failures by Network
 * Conditions.
 */
export function isTimedByTool({ matchedRules, tags }: Flow): boolean {
  if (tags.includes(MOCK_TAG)) return true;
  return matchedRules.some(
    ({ tool, note }) => TIMING_TOOLS.has(tool) && (note === undefined || tool === 'networkConditions'),
  );
}

/** Endpoints of flows that have ended, which no longer change. */
const endpoints = new WeakMap<Flow, string>();

/** Returns the method, host and templated path, and the operation when several operations share the path. */
export function endpointOf(flow: Flow): string {
  const known = endpoints.get(flow);
  if (known !== undefined) return known;
  const endpoint = `${templatedEndpoint(flow)}${operationSuffix(flow)}`;
  if (flow.state !== 'pending') endpoints.set(flow, endpoint);
  return endpoint;
}

/** Returns the method, host and templated path, from the head of the request alone. */
export function pathEndpointOf(flow: Flow): string {
  // Only a POST has an operation.
  return flow.method === 'POST' ? templatedEndpoint(flow) : endpointOf(flow);
}

/** Returns the same without caching it, for flows that are analyzed only once. */
export function templatedEndpoint(flow: Flow): string {
  return `${flow.method} ${siteOf(flow)}${templatedPath(flow.path)}`;
}

/** Returns the host, with the port unless it is the default one. */
export function siteOf({ target: { scheme, host, port } }: Flow): string {
  const shown = hostShown(host);
  return port === (scheme === 'https' ? 443 : 80) ? shown : `${shown}:${port}`;
}

/** Lower ports are chosen by people; from here on, systems assign any free one. */
const FIRST_RANDOM_PORT = 32_768;

/**
 * Returns the same as `endpointOf`, but stable between runs: it omits the port of a local server, which may be any
 * free one.
 */
export function lastingEndpointOf(flow: Flow): string {
  const { host, port } = flow.target;
  if (!isLoopback(host) || port < FIRST_RANDOM_PORT) return endpointOf(flow);
  return `${flow.method} ${hostShown(host)}${templatedPath(flow.path)}${operationSuffix(flow)}`;
}

function hostShown(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
