// The forms of single lines in `.http` files.
import { maskTemplates } from './templates.ts';

const METHODS =
  'GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|LOCK|UNLOCK|PROPFIND|PROPPATCH|COPY|MOVE|MKCOL|MKCALENDAR|ACL|SEARCH|REPORT|MERGE|CHECKOUT|LINK|UNLINK|PURGE|QUERY|LIST|GRAPHQL|GRPC|WEBSOCKET|WSS?|SSE|EVENTSOURCE|STREAM|MQTT|AMQP|RABBITMQ|KAFKA|RSOCKET|RSTREAM|DUBBO|SOFA|MSGPACK|PUB|SUB|MAIL|MEMCACHED|ZEBRA|NATS|REDIS|RSET|HSET|EVAL';

// Lines have no white space at their end, and no pattern looks for it: each is matched in linear time.
export const SEPARATOR = /^\s*#{3,}\s*(.*)$/;
export const COMMENT = /^\s*(?:#|\/\/)\s?(.*)$/;
export const DIRECTIVE = /^\s*(?:#+|\/\/+)\s*@([\w-]+)(?:\s*=\s*|\s+|$)(.*)$/;
export const VARIABLE = /^\s*@([^\s=:@]+)\s*:?=\s*(.*)$/;
export const HEADER = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:(?!\/\/)\s*(.*)$/;
export const DISABLED_HEADER = /^\s*(?:#|\/\/)\s*([A-Za-z][\w-]*):\s+(\S.*)$/;
export const SPREAD = /^\s*\.\.\.\s*(?:\{\{(.+)\}\}|([A-Za-z_$][\w.$]*))$/;
export const FRAGMENT = /^\s*fragment\s+\w+\s+on\s+\w+/;
export const QUERY_LINE = /^\s*(?:\?(?!\?)|&)/;
export const URL_LINE = /^\s+(?:[/?&]|#\S|\{\{)/;
export const ASSERT = /^\s*\?\?\s+(.*)$/;
export const EXPECTED = /^\s*(?:>\s*)?EXPECTED_RESPONSE_(STATUS|BODY|HEADERS?)\s+(.*)$/;
export const RESPONSE = /^HTTP\/\d(?:\.\d)?\s+(\d{3})\b\s*(.*)$/;
export const JETBRAINS_BEFORE = /^\s*<\s*\{%(.*)$/;
export const JETBRAINS_AFTER = /^\s*>\s*\{%(.*)$/;
export const FILE_BEFORE = /^\s*<\s+(\S.*\.(?:js|mjs|cjs|ts|lua))$/;
export const FILE_AFTER = /^>\s+(\S.*\.(?:js|mjs|cjs|ts|lua))$/;
export const HTTPYAC_SCRIPT = /^\s*\{\{(\+)?\s*@?(\w*)$/;
export const HTTPYAC_END = /^\s*\}\}$/;
export const OUTPUT = /^\s*(>>!?|<>)\s+(\S.*)$/;
export const COMMAND = /^\s*(import|run|proto|gql)\s+(\S.*)$/;
export const BODY_FILE = /^\s*<(@(\w*))?\s+(?!\{%)(\S.*)$/;
export const CURL = /^\s*(?:\$\s+)?curl(?:\.exe)?\s/;
/** Command lines of other programs, which are not read. */
export const OTHER_PROGRAM = /^\s*(?:https?|xh|wget|xhs)\s+(?!:)\S/;
export const COMMENTS_KEPT = /^text\/(?:plain|markdown|csv|x-|yaml)|\byaml\b|\btoml\b|\bpython\b|x-sh\b/i;

const WITH_METHOD = new RegExp(String.raw`^\s*(${METHODS})\s+(\S.*)$`);
const KNOWN_METHOD = new RegExp(`^(?:${METHODS})$`, 'i');
const ANY_METHOD = /^\s*([A-Za-z][A-Za-z-]*)\s+((?:https?:\/\/|wss?:\/\/|\/|\{\{|\*)\S.*|\*|\/)$/;
const WITHOUT_METHOD = /^\s*((?:https?:\/\/|wss?:\/\/|\/(?![/*])|\{\{|localhost\b|www\.).*)$/i;

/** A word in capitals, and one thing after it. */
const UNKNOWN_METHOD = /^([A-Z][A-Z_-]{2,})\s+(\S+)$/;

export interface RequestLine {
  readonly method: string;
  readonly target: string;
  readonly version: string;
}

/** Returns null for a line that is not a request line. */
export function requestLine(given: string): RequestLine | null {
  const { line, version } = splitVersion(given);
  const [, method, target] = WITH_METHOD.exec(line) ?? ANY_METHOD.exec(line) ?? [];
  if (method !== undefined && target !== undefined)
    return { method: KNOWN_METHOD.test(method) ? method.toUpperCase() : method, target, version };
  const [, address] = WITHOUT_METHOD.exec(line) ?? [];
  if (address !== undefined) return { method: '', target: address, version };
  const [, unknown, name] = UNKNOWN_METHOD.exec(line) ?? [];
  return unknown === undefined || name === undefined ? null : { method: unknown, target: name, version };
}

/** Splits ` HTTP/1.1` off the end of a line. */
function splitVersion(line: string): { readonly line: string; readonly version: string } {
  const at = line.lastIndexOf('HTTP/');
  const version = line.slice(at + 5);
  if (at < 1 || !/\s/.test(line[at - 1] ?? '') || !/^\d+(?:\.\d+)?$/.test(version))
    return { line, version: '' };
  return { line: line.slice(0, at).trimEnd(), version };
}

/** Methods with which no text begins. */
const OTHER_PROTOCOL = /^(?:GRAPHQL|GRPC|WEBSOCKET|WSS?|SSE|MQTT)$/;

/** True for a line that begins another request where a body could be. */
export function beginsRequest(line: string, isAfterText: boolean): boolean {
  const { line: masked, version } = splitVersion(maskTemplates(line));
  const [, method = '', target] = WITH_METHOD.exec(masked) ?? [];
  if (target === undefined || /^\s/.test(line)) return false;
  if (version !== '' || OTHER_PROTOCOL.test(method)) return true;
  if (/^(?:https?|wss?|mqtts?|tcp):\/\/\S+$/i.test(target)) return true;
  return !isAfterText && /^(?:\/|[\w.-]+(?::\d+)?\/|localhost|\0)\S*$/i.test(target);
}
