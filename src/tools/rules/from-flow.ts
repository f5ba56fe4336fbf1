// The fields of every rule, for one that is to match a captured request.
import type { Flow } from '../../flow/flow.ts';
import type { Tool } from '../contract.ts';
import { FlowSubject } from './matcher/index.ts';

/** That method at that URL, whatever its query; of a tunnel its host and port. */
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
