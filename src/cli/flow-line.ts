// Renders a captured request as one line, for `list` and `run`. Text from traffic is escaped, so that it cannot
// control the terminal.
import { styleText, type InspectColor } from 'node:util';
import { byteSize, printable } from '../base/printable.ts';
import { isApplicationError } from '../flow/filter/index.ts';
import type { FlowSummary } from '../flow/summary.ts';

/** Returns true when output should be coloured: on a terminal, unless the environment forbids it. */
export function wantsColors(output: NodeJS.WriteStream): boolean {
  return output.isTTY && styleText('red', 'x', { stream: output }) !== 'x';
}

/** Renders `#<id> <status> <method> [<app>] <url> <duration>`. */
export function listLine(flow: FlowSummary, colors: boolean): string {
  const { paint, id, status, app, duration } = parts(flow, colors);
  return [id, status, printable(flow.method), app, printable(flow.url), paint('dim', duration)].join(' ');
}

/**
 * Renders `#<id> [<app>] <status> <method> <url> <duration> <response size>`, followed by a lock when HTTPS was
 * decrypted. A failure's message follows on an indented second line.
 */
export function runLine(flow: FlowSummary, colors: boolean): string {
  const { paint, id, status, app, duration } = parts(flow, colors);
  const size = flow.responseSize === undefined ? [] : [byteSize(flow.responseSize)];
  const measures = paint('dim', [duration, ...size].join(' '));
  const lock = flow.decrypted ? [LOCK] : [];
  const line = [id, app, status, printable(flow.method), printable(flow.url), measures, ...lock].join(' ');
  return flow.error === undefined ? line : `${line}\n    ${paint('red', printable(flow.error))}`;
}

const LOCK = '🔒';

type Paint = (color: InspectColor, text: string) => string;

function parts(flow: FlowSummary, colors: boolean) {
  const paint: Paint = (color, text) => (colors ? styleText(color, text, { validateStream: false }) : text);
  return {
    paint,
    id: paint('dim', `#${flow.id}`),
    status: paint(statusColor(flow), statusWord(flow)),
    app: `[${printable(flow.app ?? '?')}]`,
    duration: flow.durationMs === undefined ? '-' : `${Math.round(flow.durationMs)}ms`,
  };
}

/** A gRPC call has two: that of HTTP, and behind a slash its own; there stands also that a response holds an error. */
function statusWord({ state, status, grpcStatus, applicationError }: FlowSummary): string {
  if (state === 'tunneled') return 'TUN';
  if (state === 'failed') return 'ERR';
  const own = grpcStatus ?? (applicationError === undefined ? undefined : 'error');
  return [status ?? '-', ...(own === undefined ? [] : [own])].join('/');
}

function statusColor(flow: FlowSummary): InspectColor {
  const { state, status = 0 } = flow;
  if (state === 'failed' || status >= 500 || isApplicationError(flow)) return 'red';
  if (state === 'tunneled' || status === 0) return 'dim';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}
