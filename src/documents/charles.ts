// Reader for JSON sessions of Charles (`.chlsj`), which are lists of transactions. Each becomes the equivalent HAR
// entry.
import { isObject } from '../base/is-object.ts';
import type { JsonObject } from './json-values.ts';
import { readHarEntries, EntryError, type HarReadResult } from './har/reader.ts';

/** Returns the transactions of a parsed file. Each is converted when the iterator reaches it. */
export function readCharles(file: readonly unknown[]): Iterable<HarReadResult> {
  return readHarEntries(file, harEntry);
}

/** True when a parsed JSON value looks like a Charles session. */
export function isCharles(file: unknown): file is readonly unknown[] {
  return Array.isArray(file) && (file.length === 0 || file.some((each) => isObject(each) && 'host' in each));
}

function harEntry(transaction: unknown): unknown {
  if (!isObject(transaction)) throw new EntryError('it is not an object');
  const { tunnel, method, status, protocolVersion, response, remoteAddress } = transaction;
  if (tunnel === true || method === 'CONNECT')
    throw new EntryError('it is a tunnel whose content was not decrypted');
  const durations = objectOf(transaction['durations']);
  const hasResponse = isObject(response) && typeof response['status'] === 'number';
  return {
    startedDateTime: objectOf(transaction['times'])['start'],
    time: durations['total'],
    timings: timingsOf(durations),
    // Charles writes it as host/address.
    serverIPAddress: asText(remoteAddress).replace(/^.*\//, ''),
    request: {
      method,
      url: urlOf(transaction),
      httpVersion: protocolVersion,
      ...headerOf(transaction['request']),
      postData: contentOf(transaction['request']),
    },
    response: hasResponse
      ? {
          status: response['status'],
          statusText: reasonOf(response),
          httpVersion: protocolVersion,
          ...headerOf(response),
          content: contentOf(response) ?? { size: 0 },
        }
      : { _error: asText(transaction['errorMessage']) || failureOf(status) },
  };
}

/** Builds the URL. Charles omits the port, or writes null, when it is the default of the scheme. */
function urlOf({ scheme, host, port, actualPort, path, query }: JsonObject): string {
  const number = typeof port === 'number' ? port : actualPort;
  const name = asText(host);
  const authority = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  const hostPort = typeof number === 'number' && number > 0 ? `${authority}:${number}` : authority;
  const search = asText(query) === '' ? '' : `?${asText(query)}`;
  return `${asText(scheme)}://${hostPort}${asText(path) || '/'}${search}`;
}

function timingsOf(durations: JsonObject): JsonObject {
  const ms = (name: string): number => {
    const value = durations[name];
    return typeof value === 'number' && value >= 0 ? value : -1;
  };
  return {
    dns: ms('dns'),
    connect: ms('connect'),
    ssl: ms('ssl'),
    send: Math.max(0, ms('request')),
    wait: Math.max(0, ms('latency')),
    receive: Math.max(0, ms('response')),
  };
}

function headerOf(message: unknown): JsonObject {
  return { headers: objectOf(objectOf(message)['header'])['headers'] };
}

/** Returns the body as text or base64. Charles writes bodies without content coding. */
function contentOf(message: unknown): JsonObject | undefined {
  const body = objectOf(objectOf(message)['body']);
  const { text, encoded } = body;
  if (typeof encoded === 'string') return { text: encoded, encoding: 'base64' };
  return typeof text === 'string' ? { text } : undefined;
}

function reasonOf(response: JsonObject): string {
  const line = asText(objectOf(response['header'])['firstLine']);
  return line.split(' ').slice(2).join(' ');
}

function failureOf(status: unknown): string {
  return status === 'COMPLETE'
    ? 'There was no response'
    : `There was no response: ${asText(status) || 'unknown'}`;
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
