// `proxyctl show`: one captured exchange as JSON, or one side of it, which a terminal shows as text.
import { UserError } from '../base/errors.ts';
import type { FlowDetail, ResponseDetail, RequestDetail } from '../flow/detail.ts';
import { wantsColors } from './flow-line.ts';
import { bodyText, messageText } from './message-text.ts';
import { requestId } from './options.ts';
import { printJson, trafficClient } from './traffic-client.ts';

/** The requested parts. None means everything. */
export interface ShownParts {
  readonly request: boolean;
  readonly response: boolean;
  readonly body: boolean;
}

/** Prints the exchange. Resolves with the exit code. */
export async function show(id: string, parts: ShownParts, port: string | undefined): Promise<number> {
  const client = await trafficClient(port);
  const flow = await client.flow(requestId(id));
  if (parts.request && parts.response && parts.body)
    throw new UserError('INVALID_PARAMETER', '--body prints one body: give --request or --response with it');
  const { isTTY } = process.stdout;
  if (parts.body) {
    const side = parts.request ? 'request' : 'response';
    if (isTTY) printLines(bodyText(sideOf(flow, side).body));
    else process.stdout.write(await client.body(flow.id, side));
    return 0;
  }
  const sides = (['request', 'response'] as const).filter((side) => parts[side]);
  if (sides.length === 0) printJson(flow);
  else if (isTTY)
    printLines(
      sides.map((side) => messageText(sideOf(flow, side), wantsColors(process.stdout))).join('\n\n'),
    );
  else
    printJson(
      sides.length === 1
        ? sideOf(flow, sides[0] ?? 'request')
        : Object.fromEntries(sides.map((side) => [side, sideOf(flow, side)])),
    );
  return 0;
}

/** Returns one message, with method and URL of the request as it was sent. */
function sideOf(flow: FlowDetail, side: 'request' | 'response'): RequestDetail | ResponseDetail {
  if (side === 'request') return { method: flow.method, url: flow.url, ...flow.request };
  if (flow.response !== undefined) return flow.response;
  const why = flow.state === 'pending' ? 'it is still in progress' : (flow.error ?? 'it has none');
  throw new UserError('NOT_FOUND', `request ${flow.id} has no response: ${why}`);
}

function printLines(text: string): void {
  process.stdout.write(`${text}\n`);
}
