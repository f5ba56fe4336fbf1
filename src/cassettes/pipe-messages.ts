// Messages of MCP on pipes, where the other side is a program that runs beside.
import type { Flow } from '../flow/flow.ts';
import { rpcIdOf } from './request/rpc-ids.ts';
import type { GivenRequest } from './request/canonical.ts';

/** Paths of messages that a cassette answers beside a running server; that one needs the others to work itself. */
const ANSWERED = /^\/(?:tools\/call|resources\/read|prompts\/get|completion\/complete)\b/;

/** Returns true for a message that the server answers itself where it runs: hello, lists, notifications. */
export function isAnsweredLive({ target, path }: Flow): boolean {
  return target.scheme === 'mcp' && !ANSWERED.test(path);
}

/** Returns true for a request of the server to its client. */
export function isFromServer({ request }: Flow): boolean {
  return request?.header('mcp-sender') === 'server';
}

/** Returns true for a notification. */
export function needsNoAnswer({ target }: Flow, { body }: GivenRequest): boolean {
  return target.scheme === 'mcp' && rpcIdOf(body) === null;
}
