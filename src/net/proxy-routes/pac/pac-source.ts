// Reads the text of a PAC file from its URL, within bounds.
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../../base/errors.ts';
import { systemLookup } from '../../dns.ts';
import { trustedRoots } from '../../trust.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_MS = 10_000;
const MAX_REDIRECTS = 5;

/**
 * Reads an http, https, file or data URL, until `stopped` is aborted; rejects with an Error that says what is
 * wrong, without credentials.
 */
export async function readPacSource(url: string, stopped: AbortSignal): Promise<string> {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const bytes = parsed === null ? null : await bytesOf(parsed, stopped);
  if (bytes === null)
    throw new Error(
      'externalProxy.url is not a URL of a PAC file: write one that begins with http:, https:, file: or data:',
    );
  return new TextDecoder().decode(bytes);
}

async function bytesOf(url: URL, stopped: AbortSignal): Promise<Uint8Array | null> {
  switch (url.protocol) {
    case 'http:':
    case 'https:':
      return download(url, MAX_REDIRECTS, AbortSignal.any([stopped, AbortSignal.timeout(MAX_MS)]));
    case 'file:':
      return readBounded(fileURLToPath(url));
    case 'data:':
      return bounded(new Uint8Array(await (await fetch(url)).arrayBuffer()));
    default:
      return null;
  }
}

async function readBounded(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw tooLong();
  return bounded(await readFile(path));
}

function bounded(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_BYTES) throw tooLong();
  return bytes;
}

function tooLong(): Error {
  return new Error(`it is longer than ${MAX_BYTES} bytes`);
}

async function download(url: URL, redirectsLeft: number, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const response = await responseOf(url, signal);
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      return await redirected(new URL(location, url), redirectsLeft, signal);
    }
    if (status !== 200) {
      response.destroy();
      throw new Error(`its server responded with status ${status}`);
    }
    return await collected(response);
  } catch (error) {
    throw signal.aborted ? new Error(`it did not arrive within ${MAX_MS / 1000} s`) : error;
  }
}

function redirected(url: URL, redirects: number, signal: AbortSignal): Promise<Uint8Array> {
  if (redirects === 0) throw new Error('its server redirects without end');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`its server redirects to ${url.protocol}`);
  return download(url, redirects - 1, signal);
}

/** The HTTP client is loaded only here: few PAC files lie on a server. */
async function responseOf(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const options = { signal, agent: false, lookup: systemLookup } as const;
  const isSecure = url.protocol === 'https:';
  const { get } = isSecure ? await import('node:https') : (await import('../../../base/node-http.ts')).http;
  return new Promise((resolve, reject) => {
    const request = get(url, isSecure ? { ...options, ca: trustedRoots() } : options, resolve);
    request.on('error', (error) => reject(new Error(messageOf(error) || 'its server cannot be reached')));
  });
}

async function collected(response: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MAX_BYTES) {
      response.destroy();
      throw tooLong();
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
