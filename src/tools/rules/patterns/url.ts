// URLs as patterns see them: scheme and host in lower case, the scheme's own port left out.
import { authorityOf } from '../../../flow/destination.ts';
import type { FlowTarget } from '../../../flow/flow.ts';

/** `path` begins with `/`, or is `*`, which is no part of a URL. */
export function urlText(target: FlowTarget, path: string): string {
  return path === '*' ? siteText(target) : siteText(target) + path;
}

/** Scheme, host and port alone. */
export function siteText(target: FlowTarget): string {
  return `${target.scheme}://${authorityOf(target)}`;
}

/** The port of a URL, or of a site. */
export function portOf(url: string): number {
  const found = /^(https?):\/\/[^/]*?(?::(\d+))?(?:\/|$)/.exec(url);
  return found?.[2] === undefined ? ownPort(found?.[1] ?? '') : Number(found[2]);
}

function ownPort(scheme: string): number {
  return scheme === 'https' ? 443 : 80;
}
