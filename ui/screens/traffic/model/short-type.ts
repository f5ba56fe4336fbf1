// The type of a response in one word.
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { typeOf } from '../../../../src/flow/filter/index.ts';

/** Returns the type of the response in one word, or a dash when there is none. */
export function shortType(flow: FlowSummary): string {
  const type = (flow.contentType ?? '').toLowerCase().split(';')[0]!.trim();
  if (type === '') return flow.status === 101 ? 'websocket' : '—';
  const kind = typeOf(flow);
  if (kind === 'stream') return 'sse';
  if (kind !== null && ['json', 'html', 'css', 'grpc', 'form', 'xml'].includes(kind) && !type.includes('svg'))
    return kind;
  const name = type
    .split('/')
    .at(-1)!
    .replace(/^x-|^vnd\./, '');
  return { javascript: 'js', 'octet-stream': 'binary', 'svg+xml': 'svg', plain: 'text' }[name] ?? name;
}
