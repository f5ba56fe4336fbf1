// Method and status of a request, in their colours.
import type { FlowSummary } from '../../src/app/methods/ui-types.ts';
import css from './flow-text.module.css';

type Subject = Pick<FlowSummary, 'method' | 'status' | 'state' | 'error'>;

const KNOWN = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT'];

export function MethodText({ flow }: { readonly flow: Pick<Subject, 'method' | 'status'> }) {
  const name = flow.status === 101 ? 'WS' : flow.method;
  const color = name === 'WS' ? 'ws' : KNOWN.includes(name) ? name.toLowerCase() : 'other';
  return (
    <span className={css['method']} style={{ color: `var(--method-${color})` }} title={flow.method}>
      {name}
    </span>
  );
}

interface StatusTextProps {
  readonly flow: Pick<Subject, 'status' | 'state' | 'error'>;
  readonly isHeld?: boolean;
}

export function StatusText({ flow, isHeld = false }: StatusTextProps) {
  const [text, kind] = statusOf(flow, isHeld);
  return (
    <span
      className={css['status']}
      data-strong={['4xx', '5xx', 'error'].includes(kind)}
      style={{ color: `var(--status-${kind})` }}
      title={flow.error}
    >
      {text}
    </span>
  );
}

function statusOf({ status, state }: StatusTextProps['flow'], isHeld: boolean): readonly [string, string] {
  if (isHeld) return ['HELD', 'held'];
  if (state === 'failed') return ['ERR', 'error'];
  if (state === 'tunneled') return ['TUN', 'tunnel'];
  if (status === undefined) return ['…', 'pending'];
  return [String(status), `${Math.min(5, Math.max(1, Math.floor(status / 100)))}xx`];
}
