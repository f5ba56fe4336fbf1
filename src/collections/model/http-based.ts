// Which requests a proxy for HTTP can carry.
import type { SavedRequest } from './request.ts';

/** Returns true for a request over HTTP, or over a protocol that begins as HTTP. */
export function isHttpBased({ type, url, ...fields }: SavedRequest): boolean {
  switch (type) {
    case 'tcp':
    case 'sql':
      return false;
    case 'mqtt':
      return !/^\s*mqtts?:/i.test(url);
    case 'mcp':
      return fields.mcp?.transport !== 'stdio';
    default:
      return true;
  }
}
