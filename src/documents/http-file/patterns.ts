// The forms of single lines in `.http` files.

const METHODS =
  'GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|LOCK|UNLOCK|PROPFIND|PROPPATCH|COPY|MOVE|MKCOL|MKCALENDAR|ACL|SEARCH|REPORT|MERGE|CHECKOUT|LINK|UNLINK|PURGE|QUERY|LIST|GRAPHQL|GRPC|WEBSOCKET|WSS?|SSE|EVENTSOURCE|STREAM|MQTT|AMQP|RABBITMQ|KAFKA|RSOCKET|RSTREAM|DUBBO|SOFA|MSGPACK|PUB|SUB|MAIL|MEMCACHED|ZEBRA|NATS|REDIS|RSET|HSET|EVAL';

export const SEPARATOR = /^\s*#{3,}\s*(.*?)\s*$/;
export const COMMENT = /^\s*(?:#|\/\/)\s?(.*)$/;
export const DIRECTIVE = /^\s*(?:#+|\/\/+)\s*@([\w-]+)\s*(?:=\s*|\s+|$)(.*?)\s*$/;
export const VARIABLE = /^\s*@([^\s=:@]+)\s*:?=\s*(.*?)\s*$/;
export const HEADER = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:(?!\/\/)\s*(.*?)\s*$/;
export const DISABLED_HEADER = /^\s*(?:#|\/\/)\s*([A-Za-z][\w-]*):\s+(\S.*?)\s*$/;
export const SPREAD = /^\s*\.\.\.\s*(?:\{\{(.+)\}\}|([A-Za-z_$][\w.$]*))\s*$/;
export const FRAGMENT = /^\s*fragment\s+\w+\s+on\s+\w+/;
export const QUERY_LINE = /^\s*(?:\?(?!\?)|&)/;
export const URL_LINE = /^\s+(?:[/?&]|#\S|\{\{)/;
export const ASSERT = /^\s*\?\?\s+(.*?)\s*$/;
export const EXPECTED = /^\s*(?:>\s*)?EXPECTED_RESPONSE_(STATUS|BODY|HEADERS?)\s+(.*?)\s*$/;
export const RESPONSE = /^HTTP\/\d(?:\.\d)?\s+\d{3}\b/;
export const JETBRAINS_BEFORE = /^\s*<\s*\{%(.*)$/;
export const JETBRAINS_AFTER = /^\s*>\s*\{%(.*)$/;
export const FILE_BEFORE = /^\s*<\s+(\S.*?\.(?:js|mjs|cjs|ts|lua))\s*$/;
export const FILE_AFTER = /^>\s+(\S.*?\.(?:js|mjs|cjs|ts|lua))\s*$/;
export const HTTPYAC_SCRIPT = /^\s*\{\{(\+)?\s*@?(\w*)\s*$/;
export const HTTPYAC_END = /^\s*\}\}\s*$/;
export const OUTPUT = /^\s*(>>!?|<>)\s+(\S.*?)\s*$/;
export const COMMAND = /^\s*(import|run|proto|gql)\s+(\S.*?)\s*$/;
export const BODY_FILE = /^\s*<(@(\w*))?\s+(?!\{%)(\S.*?)\s*$/;
export const CURL = /^\s*(?:\$\s+)?curl(?:\.exe)?\s/;
/** Command lines of other programs, which are not read. */
export const OTHER_PROGRAM = /^\s*(?:https?|xh|wget|xhs)\s+(?!:)\S/;
export const COMMENTS_KEPT = /^text\/(?:plain|markdown|csv|x-|yaml)|\byaml\b|\btoml\b|\bpython\b|x-sh\b/i;

const VERSION = String.raw`(?:\s+HTTP\/(\d+(?:\.\d+)?))?`;
const WITH_METHOD = new RegExp(String.raw`^\s*(${METHODS})\s+(\S.*?)${VERSION}\s*$`);
const ANY_METHOD = new RegExp(
  String.raw`^\s*([A-Za-z][A-Za-z-]*)\s+((?:https?:\/\/|wss?:\/\/|\/|\{\{|\*)\S.*?|\*|\/)${VERSION}\s*$`,
);
const WITHOUT_METHOD = new RegExp(
  String.raw`^\s*((?:https?:\/\/|wss?:\/\/|\/(?![/*])|\{\{|localhost\b|www\.)\S*.*?|\/)${VERSION}\s*$`,
  'i',
);

/** A word in capitals, and one thing after it. */
const UNKNOWN_METHOD = /^([A-Z][A-Z_-]{2,})\s+(\S+)\s*$/;

export interface RequestLine {
  readonly method: string;
  readonly target: string;
  readonly version: string;
}

/** Returns null for a line that is not a request line. */
export function requestLine(line: string): RequestLine | null {
  const [, method, target, version = ''] = WITH_METHOD.exec(line) ?? ANY_METHOD.exec(line) ?? [];
  if (method !== undefined && target !== undefined)
    return { method: isKnown(method) ? method.toUpperCase() : method, target, version };
  const [, address, number = ''] = WITHOUT_METHOD.exec(line) ?? [];
  if (address !== undefined) return { method: '', target: address, version: number };
  const [, unknown, name] = UNKNOWN_METHOD.exec(line) ?? [];
  return unknown === undefined || name === undefined ? null : { method: unknown, target: name, version: '' };
}

/** Methods with which no text begins. */
const OTHER_PROTOCOL = /^(?:GRAPHQL|GRPC|WEBSOCKET|WSS?|SSE|MQTT)$/;

/** True for a line that begins another request where a body could be. */
export function beginsRequest(line: string, isAfterText: boolean): boolean {
  const found = WITH_METHOD.exec(maskVariables(line));
  if (found === null || /^\s/.test(line)) return false;
  const [, method = '', target = '', version] = found;
  if (version !== undefined || OTHER_PROTOCOL.test(method)) return true;
  if (/^(?:https?|wss?|mqtts?|tcp):\/\/\S+$/i.test(target)) return true;
  return !isAfterText && /^(?:\/|[\w.-]+(?::\d+)?\/|localhost|\0)\S*$/i.test(target);
}

function isKnown(method: string): boolean {
  return new RegExp(`^(?:${METHODS})$`, 'i').test(method);
}

/** Replaces variables with filler of the same length. */
function maskVariables(text: string): string {
  return text.replace(/\{\{.*?\}\}/g, (variable) => '\0'.repeat(variable.length));
}
