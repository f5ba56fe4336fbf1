// The common fields of a rule that matches a captured request.
import type { Flow } from '../../flow/flow.ts';
import type { Tool } from '../contract.ts';
import { FlowSubject } from './matcher/index.ts';

/** Returns a pattern for the method and URL of a request, with any query; for a tunnel, its host and port. */
export function fieldsFromFlow(flow: Flow, { without = [] }: Tool): Readonly<Record<string, unknown>> {
  const subject = new FlowSubject(flow);
  const url = subject.url.split('?', 1)[0]!;
  const isTunnel = flow.request === null;
  const fields = {
    name: (isTunnel ? url : `${subject.method} ${url}`).slice(0, 200),
    pattern: url,
    includeSubpaths: isTunnel,
    methods: isTunnel ? [] : [subject.method],
  };
  const taken = new Set<string>(without);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !taken.has(name)));
}
