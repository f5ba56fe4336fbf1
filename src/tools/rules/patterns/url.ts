// URLs in the form that patterns are matched against: scheme and host in lower case, without a default port.
import { textOfOctets } from '../../../base/octets.ts';
import { authorityOf } from '../../../flow/destination.ts';
import type { FlowTarget } from '../../../flow/flow.ts';

/** Formats a URL as text. `path` starts with `/`, or is `*`, which is not part of a URL. */
export function urlText(target: FlowTarget, path: string): string {
  return path === '*' ? siteText(target) : siteText(target) + textOfOctets(path);
}

/** Formats scheme, host and port. */
export function siteText(target: FlowTarget): string {
  return `${target.scheme}://${authorityOf(target)}`;
}

/** Returns the port of a URL or a site. */
export function portOf(url: string): number {
  const match = /^(https?|mcp):\/\/[^/]*?(?::(\d+))?(?:\/|$)/.exec(url);
  return match?.[2] === undefined ? ownPort(match?.[1] ?? '') : Number(match[2]);
}

function ownPort(scheme: string): number {
  if (scheme === 'mcp') return 0;
  return scheme === 'https' ? 443 : 80;
}
