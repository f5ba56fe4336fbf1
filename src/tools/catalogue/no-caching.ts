// No Caching: makes servers send every response in full, and keeps clients from caching it.
import type { HeaderLines, InterceptedExchange, InterceptedResponse } from '../../proxy/hooks.ts';
import { defineTool, type RunningTool } from '../contract.ts';
import type { Rule } from '../rules/rule.ts';

export const noCaching = defineTool({
  name: 'noCaching',
  title: 'No Caching',
  summary: 'Makes servers send every response in full, and keeps clients from caching: it has no rules.',
  order: { request: 50, response: 20 },
  fields: null,
  matching: 'all',
  start: () => new NoCaching(),
});

/** Fields that ask for a response only if something has changed. */
const VALIDATORS = /^if-(?:none-match|modified-since|match|unmodified-since|range)$/i;
/** Validators that protect writing requests from overwriting changes of others (RFC 9110 section 13.1). */
const GUARDS = /^if-(?:match|unmodified-since)$/i;
const DIRECTIVES = /^(?:cache-control|pragma)$/i;
const FRESHNESS = /^(?:cache-control|pragma|expires|age|etag|last-modified)$/i;

class NoCaching implements RunningTool {
  interceptsAll = false;

  update(_: readonly Rule[], on: boolean): void {
    this.interceptsAll = on;
  }

  request({ request }: InterceptedExchange): undefined {
    const reads = /^(?:GET|HEAD)$/.test(request.method);
    // Without If-Range, a part of the new version could be joined to a part of the old one, so the whole is requested.
    const isPartial = has(request.fields, /^if-range$/i);
    const isKept = (name: string): boolean => {
      if (DIRECTIVES.test(name) || (isPartial && /^range$/i.test(name))) return false;
      return !VALIDATORS.test(name) || (!reads && GUARDS.test(name));
    };
    const remaining = request.fields.filter(([name]) => isKept(name));
    request.fields = [...remaining, ['Cache-Control', 'no-cache'], ['Pragma', 'no-cache']];
  }

  response(_: InterceptedExchange, response: InterceptedResponse): undefined {
    const remaining = response.fields.filter(([name]) => !FRESHNESS.test(name));
    response.fields = [...remaining, ['Cache-Control', 'no-store']];
  }
}

function has(fields: HeaderLines, names: RegExp): boolean {
  return fields.some(([name]) => names.test(name));
}
