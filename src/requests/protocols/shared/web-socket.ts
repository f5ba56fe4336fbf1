// Opens a WebSocket (RFC 6455) with the headers, cookies and authorization of a request.
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { UserError } from '../../../base/errors.ts';
import type { HeaderField, SignableRequest } from '../../auth/contract.ts';
import type { RequestSettings } from '../../../collections/model/request.ts';
import type { ProtocolContext, ProtocolRequest } from '../contract.ts';
import { authorized } from '../../http/exchange.ts';
import { buildUrl, urlText } from '../../http/url.ts';
import { agentFor } from './agents.ts';
import { CONNECT_MS, MAX_BYTES, type Conversation } from './conversation.ts';

/** The request that opens a WebSocket. */
export interface Handshake {
  readonly unsigned: SignableRequest;
  /** With the scheme `ws` or `wss`. */
  readonly url: string;
  /** With authorization and cookies. */
  readonly headers: readonly HeaderField[];
  readonly settings: RequestSettings;
}

/** Returns the handshake for the URL of a request. Its scheme may be `ws`, `wss`, `http` or `https`. */
export async function handshakeOf(
  { url, headers, auth, settings }: ProtocolRequest<unknown>,
  context: ProtocolContext,
): Promise<Handshake> {
  const target = buildUrl({ ...url, url: url.url.trim().replace(/^ws(s?:)/i, 'http$1') });
  const unsigned = { method: 'GET', url: urlText(target), headers, body: Buffer.alloc(0) };
  const signed = await authorized(auth, unsigned, settings, context);
  const cookie = settings.sendCookies ? await context.cookies.header(signed.url) : '';
  const own = cookie === '' ? signed.headers : [...signed.headers, { name: 'Cookie', value: cookie }];
  return { unsigned, url: signed.url.replace(/^http/, 'ws'), headers: own, settings };
}

export interface OpenSocket {
  readonly socket: WebSocket;
  /** The response of the handshake. */
  readonly response: IncomingMessage;
}

/** Called with each message. */
export type OnData = (data: Buffer, isBinary: boolean, socket: WebSocket) => void;

/** Opens a WebSocket. It is closed when the conversation ends. */
export async function openSocket(
  { url, headers, settings }: Handshake,
  { protocols, compression }: { readonly protocols: readonly string[]; readonly compression: boolean },
  { sender }: Pick<ProtocolContext, 'sender'>,
  conversation: Conversation,
  onData: OnData,
): Promise<OpenSocket> {
  const socket = new WebSocket(url, [...protocols], {
    headers: headerObject(headers),
    handshakeTimeout: CONNECT_MS,
    followRedirects: settings.followRedirects,
    maxRedirects: settings.maxRedirects,
    maxPayload: MAX_BYTES,
    perMessageDeflate: compression,
    agent: agentFor(url.startsWith('wss:'), settings.verifyTls, sender),
  });
  conversation.onClose(() => socket.terminate());
  return { socket, response: await conversation.unlessStopped(opened(socket, conversation, onData)) };
}

/** Resolves with the response of the handshake. */
function opened(socket: WebSocket, conversation: Conversation, onData: OnData): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    socket.on('upgrade', resolve);
    socket.on('message', (data: Buffer, isBinary) => onData(data, isBinary, socket));
    socket.on('unexpected-response', (_, { statusCode = 0, statusMessage = '' }) =>
      reject(
        new UserError(
          'INVALID_DATA',
          `the server answered ${`${statusCode} ${statusMessage}`.trim()} instead of opening a WebSocket`,
        ),
      ),
    );
    socket.on('error', (error) => {
      reject(error);
      // After the handshake, an error is a protocol violation.
      conversation.fail(error);
    });
  });
}

function headerObject(headers: readonly HeaderField[]): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const { name, value } of headers) (all[name] ??= []).push(value);
  return all;
}
