// The kinds of errors of a load test.
import type { RequestTotals } from './model.ts';

interface Kind {
  readonly request: string;
  readonly code: string;
  readonly text: string;
  readonly count: number;
}

/** Returns the kinds of errors, the most frequent first. */
export function kindsOf(requests: readonly Pick<RequestTotals, 'name' | 'reasons'>[]): readonly Kind[] {
  return requests
    .flatMap(({ name, reasons }) =>
      Object.entries(reasons).map(([reason, count]) => ({ request: name, count, ...partsOf(reason) })),
    )
    .sort((a, b) => b.count - a.count);
}

function partsOf(reason: string): Pick<Kind, 'code' | 'text'> {
  const [, status] = /^status (\d{3})$/.exec(reason) ?? [];
  if (status !== undefined) return { code: status, text: STATUS_TEXTS[status] ?? '' };
  const [, kind, text] = /^(test failed|script error): (.*)$/s.exec(reason) ?? [];
  if (text !== undefined) return { code: kind === 'test failed' ? 'test' : 'script', text };
  return { code: 'ERR', text: reason };
}

/** Those that a server under load sends. */
const STATUS_TEXTS: Readonly<Record<string, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
