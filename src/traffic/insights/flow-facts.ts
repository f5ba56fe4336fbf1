// Figures that several insights share.
import type { Flow } from '../../flow/flow.ts';
import { templatedPath } from '../endpoint.ts';

/** Different endpoints, hosts or apps that are told apart; what comes after them is counted in sums alone. */
export const MAX_KINDS = 5000;

/** Whether it went wrong: it failed, or was answered with 4xx or 5xx. */
export function isError(flow: Flow): boolean {
  return flow.state === 'failed' || flow.status >= 400;
}

/** Method, host and path without what differs from call to call. */
export function endpointOf(flow: Flow): string {
  return `${flow.method} ${siteOf(flow)}${templatedPath(utf8(flow.path))}`;
}

/** Host, with the port where it is not the usual one. */
export function siteOf({ target: { scheme, host, port } }: Flow): string {
  const shown = hostShown(host);
  return port === (scheme === 'https' ? 443 : 80) ? shown : `${shown}:${port}`;
}

/** Ports below are chosen by people; from here on systems give any that is free. */
const FIRST_RANDOM_PORT = 32_768;

/** As `endpointOf`, but equal from run to run: without the port of a server on this machine that took any free one. */
export function lastingEndpointOf(flow: Flow): string {
  const { host, port } = flow.target;
  if (!isLoopback(host) || port < FIRST_RANDOM_PORT) return endpointOf(flow);
  return `${flow.method} ${hostShown(host)}${templatedPath(utf8(flow.path))}`;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.') || host.endsWith('.localhost');
}

function hostShown(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** URLs and fields hold one char per byte. */
export function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}
