// Method and status of a request, in their colours.
import { isApplicationError } from '../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../src/session/methods/ui-types.ts';
import { classes } from './classes.ts';
import css from './flow-text.module.css';

type Subject = Pick<FlowSummary, 'method' | 'status' | 'state' | 'error' | 'applicationError' | 'grpcStatus'>;

/** A text, and the classes that give it its colour. */
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
  readonly flow: Omit<Subject, 'method'>;
  readonly isHeld?: boolean;
}

export function StatusText({ flow, isHeld = false }: StatusTextProps) {
  const { text, look } = statusLook(flow, isHeld);
  return (
    <span className={look} title={errorText(flow)}>
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

/** Returns the method and its colour; status 101 shows as `WS`. */
export function methodLook({ method, status }: Pick<Subject, 'method' | 'status'>): Look {
  return METHOD_LOOKS.get(status === 101 ? 'WS' : method) ?? lookOf(method, 'method', 'other');
}

const HELD = lookOf('HELD', 'status', 'held');
const FAILED = lookOf('ERR', 'status', 'error', 'strong');
const TUNNEL = lookOf('TUN', 'status', 'tunnel');
const PENDING = lookOf('…', 'status', 'pending');

/** Returns the reason of a failure, or the error that a response holds. */
export function errorText({
  error,
  applicationError,
  grpcStatus = 'OK',
}: StatusTextProps['flow']): string | undefined {
  if (error !== undefined) return error;
  if (applicationError === undefined) return grpcStatus === 'OK' ? undefined : grpcStatus;
  const { type, message } = applicationError;
  return `${ERROR_NAMES[type]}: ${message}`;
}

const ERROR_NAMES = { graphql: 'GraphQL', 'json-rpc': 'JSON-RPC', mcp: 'MCP' } as const;

export function statusLook(flow: StatusTextProps['flow'], isHeld: boolean): Look {
  const { status, state } = flow;
  if (isHeld) return HELD;
  if (state === 'failed') return FAILED;
  if (state === 'tunneled') return TUNNEL;
  if (status === undefined) return PENDING;
  if (isApplicationError(flow)) return lookOf(`${status} ERR`, 'status', 'error', 'strong');
  const hundreds = Math.min(5, Math.max(1, Math.floor(status / 100)));
  return lookOf(String(status), 'status', `status${hundreds}xx`, hundreds >= 4 && 'strong');
}

function lookOf(text: string, ...names: readonly (string | false)[]): Look {
  return { text, look: classes(...names.map((name) => name !== false && css[name])) };
}
