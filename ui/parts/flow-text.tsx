// Method and status of a request, in their colours.
import type { FlowSummary } from '../../src/session/methods/ui-types.ts';
import { classes } from './classes.ts';
import css from './flow-text.module.css';

type Subject = Pick<FlowSummary, 'method' | 'status' | 'state' | 'error'>;

/** A text, and the classes that colour it. */
export interface Look {
  readonly text: string;
  readonly look: string;
}

export function MethodText({ flow }: { readonly flow: Pick<Subject, 'method' | 'status'> }) {
  const { text, look } = methodLook(flow);
  return (
    <span className={look} title={flow.method}>
      {text}
    </span>
  );
}

interface StatusTextProps {
  readonly flow: Pick<Subject, 'status' | 'state' | 'error'>;
  readonly isHeld?: boolean;
}

export function StatusText({ flow, isHeld = false }: StatusTextProps) {
  const { text, look } = statusLook(flow, isHeld);
  return (
    <span className={look} title={flow.error}>
      {text}
    </span>
  );
}

const METHOD_LOOKS = new Map(
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT', 'WS'].map((name) => [
    name,
    lookOf(name, 'method', name.toLowerCase()),
  ]),
);

export function methodLook({ method, status }: Pick<Subject, 'method' | 'status'>): Look {
  return METHOD_LOOKS.get(status === 101 ? 'WS' : method) ?? lookOf(method, 'method', 'other');
}

const HELD = lookOf('HELD', 'status', 'held');
const FAILED = lookOf('ERR', 'status', 'error', 'strong');
const TUNNEL = lookOf('TUN', 'status', 'tunnel');
const PENDING = lookOf('…', 'status', 'pending');

export function statusLook({ status, state }: StatusTextProps['flow'], isHeld: boolean): Look {
  if (isHeld) return HELD;
  if (state === 'failed') return FAILED;
  if (state === 'tunneled') return TUNNEL;
  if (status === undefined) return PENDING;
  const hundreds = Math.min(5, Math.max(1, Math.floor(status / 100)));
  return lookOf(String(status), 'status', `status${hundreds}xx`, hundreds >= 4 && 'strong');
}

function lookOf(text: string, ...names: readonly (string | false)[]): Look {
  return { text, look: classes(...names.map((name) => name !== false && css[name])) };
}
