// The contract of a request protocol: it sends a request of its type, passes on received messages, and returns the
// exchange in one form. Each protocol module is loaded on first use, so it can import its library statically.
import type { z } from 'zod';
import type { HeaderField } from '../auth/contract.ts';
import type { Auth } from '../../collections/model/auth.ts';
import type { Body } from '../../collections/model/body.ts';
import type { ModelPrices } from '../../collections/model/model-price.ts';
import type { RequestSettings, RequestType } from '../../collections/model/request.ts';
import type { ResolveFile } from '../http/body.ts';
import type { HttpContext } from '../http/exchange.ts';
import type { UrlParts } from '../http/url.ts';
import type { Message, ProtocolExchange } from '../response.ts';
import type { SeenTopics } from '../topics.ts';

/** A request with its variables replaced and its disabled entries removed. */
export interface ProtocolRequest<Fields> {
  /** In upper case. */
  readonly method: string;
  readonly url: UrlParts;
  /** Values hold one char per byte. */
  readonly headers: readonly HeaderField[];
  readonly body: Body;
  readonly auth: Auth;
  /** The fields of the type, such as `websocket` of a saved request. */
  readonly fields: Fields;
  readonly settings: RequestSettings;
}

/** A program that a request starts. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** The environment variables that the request sets. */
  readonly own: Readonly<Record<string, string>>;
  /** All environment variables, the own ones among them. */
  readonly env: Readonly<Record<string, string>>;
  /** The absolute path of its working directory. */
  readonly folder: string;
}

/** Resolves when the user allows the program. Rejects with an Error that says how to allow it. */
export type AllowProgram = (program: Program) => Promise<void>;

/** A message to send over an open connection. */
export interface OutgoingMessage {
  /** The topic or event that it belongs to; empty for protocols without. */
  readonly name: string;
  /** The format of `text`. */
  readonly kind: 'text' | 'json' | 'base64' | 'hex';
  readonly text: string;
  /** Of MQTT. */
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  /** Of Socket.IO: true to wait for the acknowledgement of the server. */
  readonly acknowledged: boolean;
}

/**
 * A connection that stays open until one side closes it. Functions that a protocol does not have are absent; each
 * rejects with an Error for the user.
 */
export interface OpenConnection {
  /** The answer of the server to the opening, such as its headers. */
  readonly facts: readonly HeaderField[];
  /** The topics or events that are subscribed to when the connection opens; absent where none can be. */
  readonly subscriptions?: readonly string[];
  readonly send?: (message: OutgoingMessage) => Promise<void>;
  /** Subscribes to a topic, or listens to an event. */
  readonly subscribe?: (name: string, qos: 0 | 1 | 2) => Promise<void>;
  readonly unsubscribe?: (name: string) => Promise<void>;
  /** Ends this side; the server may still send. */
  readonly halfClose?: () => void;
  /** Returns the topics of the messages that have arrived. */
  readonly topics?: () => SeenTopics;
  /** `code` and `reason`: of a WebSocket. */
  readonly close: (code: number, reason: string) => void | Promise<void>;
}

export interface ProtocolContext extends HttpContext {
  /** Resolves the path of a file of the request. Throws an Error when the file must not be read. */
  readonly resolveFile: ResolveFile;
  /** The working directory of programs. */
  readonly folder: string;
  readonly allowProgram: AllowProgram;
  readonly modelPrices: ModelPrices;
  /** Receives each message when it is sent or has arrived. */
  readonly onMessage?: ((message: Message) => void) | undefined;
  /**
   * Receives a connection once it is open. It then stays open after the steps of the request, without their limits;
   * by default it is closed.
   */
  readonly onOpen?: ((connection: OpenConnection) => void) | undefined;
}

export interface RequestProtocol {
  readonly type: RequestType;
  /** Rejects with an Error that says why there is no response, and what to do. */
  send(request: ProtocolRequest<unknown>, context: ProtocolContext): Promise<ProtocolExchange>;
}

export interface ProtocolDefinition<Schema extends z.ZodType> {
  readonly type: RequestType;
  /** The fields of the type, with their defaults. */
  readonly schema: Schema;
  readonly send: (
    request: ProtocolRequest<z.output<Schema>>,
    context: ProtocolContext,
  ) => Promise<ProtocolExchange>;
}

/** Creates a protocol that fills in the defaults of its fields. */
export function defineProtocol<Schema extends z.ZodType>({
  type,
  schema,
  send,
}: ProtocolDefinition<Schema>): RequestProtocol {
  return {
    type,
    send: async (request, context) =>
      send({ ...request, fields: schema.parse(request.fields ?? {}) }, context),
  };
}
