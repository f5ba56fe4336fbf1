// Records a request that is not valid HTTP as a failed flow.
import { TOKEN_CHARS } from '../../base/http-syntax.ts';
import type { ProxyError } from '../../base/errors.ts';
import type { Violation } from '../../codec/http1/fields.ts';
import { readTarget, type RequestTarget } from '../../codec/http1/target.ts';
import type { FlowTarget } from '../../flow/flow.ts';
import { Message } from '../../flow/message.ts';
import { FlowRecorder } from '../../flow/recorder.ts';
import type { ClientHandle } from './contract.ts';

const FIRST_TOKEN = new RegExp(`^[${TOKEN_CHARS}]+`);

/** Maximum bytes of the request line that are shown. */
const SHOWN_BYTES = 8192;

/** Records `bytes` as a failed flow, as far as they name a target. Nothing is sent anywhere. */
export function recordRefusal(handle: ClientHandle, error: ProxyError, bytes: Buffer): void {
  const { context, client, destination } = handle;
  // Requests to the proxy itself are never recorded.
  if (destination.type === 'local') return;
  const line = startLine(bytes);
  const named = readTarget(...methodAndTarget(line));
  const target = destination.type === 'origin' ? destination.target : targetOf(named);
  if (target === null) return;
  const shown = named.type === 'absolute' ? line.replace(/ \S+/, () => ` ${named.path}`) : line;
  const request = new Message(`${shown}${isCut(bytes) ? ' HTTP/1.1' : ''}\r\n\r\n`, context.captures);
  if (isCut(bytes)) request.notes = [`The request line is longer than is shown: ${SHOWN_BYTES} bytes.`];
  const method = FIRST_TOKEN.exec(line)?.[0] ?? '?';
  const decrypted = destination.type === 'origin' && destination.decrypted;
  const flow = context.flows.create({ client, method, target, request, decrypted });
  context.flows.add(flow);
  new FlowRecorder(flow, context.flows).finish(error);
}

/** True when the request line goes on behind what is shown, with its version. */
function isCut(bytes: Buffer): boolean {
  return bytes.length > SHOWN_BYTES && /^[\r\n]*[^\r\n]+$/.test(bytes.toString('latin1', 0, SHOWN_BYTES));
}

/** Removes what must never be kept, whichever line carries it. */
function startLine(bytes: Buffer): string {
  const line = /^[\r\n]*([^\r\n]*)/.exec(bytes.toString('latin1', 0, SHOWN_BYTES))?.[1] ?? '';
  return line.replace(/[\0-\x1f\x7f]/g, '?').replace(/(x-proxy-token\W*)[0-9a-f]+/gi, '$1…');
}

function methodAndTarget(line: string): [method: string, target: string] {
  const [method = '', target = ''] = line.split(' ');
  return [method, target];
}

function targetOf(target: RequestTarget | Violation): FlowTarget | null {
  if (target.type === 'absolute') return { scheme: target.scheme, host: target.host, port: target.port };
  return target.type === 'authority' ? { scheme: 'https', host: target.host, port: target.port } : null;
}
