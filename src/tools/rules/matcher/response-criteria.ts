// Compiled conditions on a response.
import type { HeaderLines } from '../../../proxy/hooks.ts';
import type { ResponseConditions } from '../conditions.ts';
import { bodyCriterion, fieldCriterion, type Criterion } from './criteria.ts';
import { headersOf } from './request-parts.ts';

/** A response that is matched: an intercepted one, or a captured one. */
export interface ResponseSubject {
  readonly status: number;
  readonly fields: HeaderLines;
}

export function compileResponseConditions({
  statuses,
  headers = [],
  body,
}: ResponseConditions): readonly Criterion<ResponseSubject>[] {
  return [
    ...(statuses.length === 0 ? [] : [statusCriterion(statuses)]),
    ...headers.map((each) =>
      fieldCriterion('response header', { ...each, name: each.name.toLowerCase() }, headersOf),
    ),
    ...(body === undefined ? [] : [bodyCriterion(body)]),
  ];
}

function statusCriterion(statuses: ResponseConditions['statuses']): Criterion<ResponseSubject> {
  const ranges = statuses.map((status) => rangeOf(String(status)));
  return {
    needs: 'head',
    description: `status ${statuses.join(' or ')}`,
    holds: ({ status }) => ranges.some(([from, to]) => status >= from && status <= to),
  };
}

/** Reads `404`, `5xx` and `400-499`. */
function rangeOf(text: string): readonly [from: number, to: number] {
  const [from = '', to = from] = text.toLowerCase().split('-');
  return [Number(from.replaceAll('x', '0')), Number(to.replaceAll('x', '9'))];
}
