// The common fields of a rule that matches a captured request.
import type { Flow } from '../../flow/flow.ts';
import type { RuleKind } from './rule-kind.ts';
import { FlowSubject, graphqlOperations } from './matcher/index.ts';

/**
 * Returns a pattern for the method and URL of a request, with any query, and the condition for its GraphQL operation;
 * for a tunnel, its host and port.
 */
export async function fieldsFromFlow(
  flow: Flow,
  { without = [] }: Pick<RuleKind, 'without'> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const subject = new FlowSubject(flow);
  const url = subject.url.split('?', 1)[0]!;
  const isTunnel = flow.request === null;
  const operation = await operationOf(flow);
  const name = isTunnel ? url : `${subject.method} ${url}`;
  const fields = {
    name: (operation === null ? name : `${operation}, ${name}`).slice(0, 200),
    pattern: url,
    includeSubpaths: isTunnel,
    methods: isTunnel ? [] : [subject.method],
    conditions: operation === null ? {} : { graphqlOperation: operation },
  };
  const taken = new Set<string>(without);
  return Object.fromEntries(Object.entries(fields).filter(([each]) => !taken.has(each)));
}

/** Most bytes of a body in which the operation is searched. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Returns the name of the only GraphQL operation of a request; null for other requests, and for batches. */
async function operationOf(flow: Flow): Promise<string | null> {
  if (flow.request === null) return null;
  const subject = new FlowSubject(flow, MAX_BODY_BYTES);
  const names = graphqlOperations(subject, (await subject.body()) ?? Buffer.alloc(0));
  return names.length === 1 ? names[0]! : null;
}
