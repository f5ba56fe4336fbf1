// Makes a flow again of its record.
import { TOKEN_CHARS } from '../../base/http-syntax.ts';
import { kindOf, opcodeOf } from '../../codec/websocket/frame.ts';
import type { CaptureBudget } from '../capture-budget.ts';
import { Client } from '../client.ts';
import { Flow, type FlowTarget } from '../flow.ts';
import { LogBudget } from '../log-budget.ts';
import { Message } from '../message.ts';
import { ServerSentEvents } from '../server-sent-events.ts';
import type { Times } from '../timestamps.ts';
import { WebSocketLog, type LoggedMessage } from '../web-socket-log.ts';
import { ByteReader, damaged } from './byte-reader.ts';
import { BODIES, MESSAGE, PART, RECORD_VERSION, schemeOf, STATES, type BodyName } from './layout.ts';
import { restoreRareFlowFields, restoreRareMessageFields } from './rare-fields.ts';

export interface RecordContext {
  readonly captures: CaptureBudget;
  /** The client, where it is known; otherwise it is made of the record. */
  readonly client?: Client;
  /** True for a flow that a list is going to have: the budget counts its bodies. */
  readonly isListed?: boolean;
  /** Reads a body that is not in the record. It is called when somebody looks at it. */
  readonly readBody?: (name: BodyName) => Buffer;
  /** Reads the record again, for bodies that are not worth the memory until somebody looks at them. */
  readonly readRecord?: () => Buffer;
}

/** Larger bodies are read when somebody looks at them. */
const MAX_READ_BYTES = 4096;

/** Bytes of the version, the state, the parts and the length of the head. */
const START_BYTES = 8;
const METHOD = new RegExp(`^[${TOKEN_CHARS}?]+$`);

/** Makes the flow `id` of a record. Throws a UserError with the reason when the record is damaged. */
export function decodeFlow(record: Buffer, id: number, context: RecordContext): Flow {
  return new Decoder(record, context).flow(id);
}

class Decoder {
  readonly #head: ByteReader;
  readonly #bytes: ByteReader;
  readonly #context: RecordContext;
  readonly #parts: number;
  readonly #state: (typeof STATES)[number];

  constructor(record: Buffer, context: RecordContext) {
    this.#context = context;
    const start = new ByteReader(record);
    const version = start.uint8();
    if (version !== RECORD_VERSION) throw damaged(`its version is ${version}`);
    const state = STATES[start.uint8()];
    if (state === undefined) throw damaged('its state is unknown');
    this.#state = state;
    this.#parts = start.uint16();
    const headBytes = start.uint32();
    if (headBytes > record.length) throw damaged('it ends early');
    this.#head = new ByteReader(record, START_BYTES, headBytes);
    this.#bytes = new ByteReader(record, headBytes);
  }

  flow(id: number): Flow {
    const head = this.#head;
    const startedAt = head.time();
    const times = this.#times();
    const status = head.count();
    const method = head.text();
    if (!METHOD.test(method)) throw damaged('its method is invalid');
    const target = this.#target(this.#has('https'));
    const client = this.#client();
    const decrypted = this.#has('decrypted');
    const flow = new Flow({ id, client, method, target, request: null, decrypted, startedAt });
    flow.status = status;
    flow.timestamps.assign(times);
    flow.state = this.#state;
    this.#connection(flow);
    if (this.#has('rare')) restoreRareFlowFields(flow, head.text());
    this.#messages(flow);
    return flow;
  }

  #has(part: keyof typeof PART): boolean {
    return (this.#parts & PART[part]) !== 0;
  }

  #times(): Times {
    const head = this.#head;
    return {
      start: head.clockMs(),
      connected: head.clockMs(),
      sent: head.clockMs(),
      firstByte: head.clockMs(),
      end: head.clockMs(),
      dns: head.clockMs(),
      connect: head.clockMs(),
      tls: head.clockMs(),
    };
  }

  #target(isSecure: boolean): FlowTarget {
    const host = this.#head.text();
    const port = this.#head.count();
    if (host === '' || port < 0 || port > 65_535) throw damaged('its target is invalid');
    return { scheme: schemeOf(isSecure, port), host, port };
  }

  #client(): Client {
    const client = new Client(this.#head.text(), this.#head.count());
    client.app = this.#has('app') ? this.#head.text() : null;
    return this.#context.client ?? client;
  }

  #connection(flow: Flow): void {
    const head = this.#head;
    if (this.#has('remoteAddress')) flow.remoteAddress = head.text();
    if (this.#has('sentTo')) flow.sentTo = this.#target(head.uint8() === 1);
    if (this.#has('tls')) {
      const [version, cipher, alpn, sni] = [head.text(), head.text(), head.text(), head.text()];
      const isVerified = head.uint8() !== 0;
      const certificate = this.#has('certificate') ? { certificate: head.text() } : {};
      const details = { version, cipher, alpn: alpn || null, sni: sni || null, ...certificate };
      flow.tls = isVerified ? details : { ...details, verified: false };
    }
    if (!this.#has('tunnel')) return;
    flow.tunnelSent = head.count();
    flow.tunnelReceived = head.count();
  }

  /** Reads the heads of all, and then their bytes. */
  #messages(flow: Flow): void {
    const fillBodies: (() => void)[] = [];
    for (const name of BODIES) if (this.#has(name)) fillBodies.push(this.#message(flow, name));
    const socket = this.#has('webSocket') ? this.#socket(flow) : [];
    const events = this.#has('serverSentEvents') ? this.#events(flow) : [];
    for (const fill of [...fillBodies, ...socket, ...events]) fill();
  }

  #message(flow: Flow, name: BodyName): () => void {
    const head = this.#head;
    const bits = head.uint8();
    const has = (bit: keyof typeof MESSAGE): boolean => (bits & MESSAGE[bit]) !== 0;
    const sent = name === 'originalRequest' ? flow.request : flow.response;
    const { captures } = this.#context;
    const message = new Message(head.octets(), captures, has('sharedBody') ? sent : null);
    message.complete = has('complete');
    message.isDecoded = has('decoded');
    if (has('trailers')) message.trailers = head.octets();
    if (has('rare')) restoreRareMessageFields(message, head.text());
    flow[name] = message;
    if (has('sharedBody')) return () => undefined;
    const size = head.count();
    const length = head.count();
    if (length > size) throw damaged('a body is larger than it was');
    return () => this.#fillBody(message, name, length, size, has('bodyElsewhere'));
  }

  #fillBody(message: Message, name: BodyName, length: number, size: number, isElsewhere: boolean): void {
    const { readBody, readRecord, isListed = false } = this.#context;
    const readElsewhere = (): Buffer => (readBody?.(name) ?? Buffer.alloc(0)).subarray(0, length);
    if (isListed && length > 0) {
      const bytes = isElsewhere ? readElsewhere() : this.#bytes.bytes(length);
      message.body.add(bytes);
      message.body.countOmitted(length - bytes.length); // of a file that is damaged
    } else if (isElsewhere && length > 0) message.body.addStored({ length, read: readElsewhere });
    else if (length > MAX_READ_BYTES && readRecord !== undefined) {
      const at = this.#bytes.skip(length);
      message.body.addStored({ length, read: () => readRecord().subarray(at, at + length) });
    } else if (length > 0) message.body.addUncounted(this.#bytes.bytes(length));
    if (size > length) message.body.countOmitted(size - length);
  }

  #logs(): LogBudget {
    const { captures, isListed = false } = this.#context;
    return isListed ? captures.logs : new LogBudget(Infinity);
  }

  #socket(flow: Flow): (() => void)[] {
    const head = this.#head;
    const log = (flow.webSocket = new WebSocketLog(this.#logs()));
    log.restoreDropped(head.uint8() === 1);
    log.error = head.text() || null;
    return Array.from({ length: head.listLength() }, () => {
      const direction = head.uint8() === 1 ? ('sent' as const) : ('received' as const);
      const opcode = head.uint8();
      const kind = kindOf(opcode);
      if (opcodeOf(kind) !== opcode) throw damaged('a message is of an unknown kind');
      const [time, size, note] = [head.time(), head.count(), head.text() || null];
      const length = head.count();
      return () => {
        log.add({
          direction,
          kind,
          time,
          size,
          note,
          bytes: this.#bytes.bytes(length),
        } satisfies LoggedMessage);
      };
    });
  }

  #events(flow: Flow): (() => void)[] {
    const head = this.#head;
    const log = new ServerSentEvents([], this.#logs(), 0, () => undefined);
    flow.serverSentEvents = log;
    log.restoreDropped(head.uint8() === 1);
    log.error = head.text() || null;
    log.restoreFirstTimes(Array.from({ length: head.listLength() }, () => head.time()));
    return Array.from({ length: head.listLength() }, () => {
      const [id, event, time] = [head.text(), head.text(), head.time()];
      const [size, length] = [head.count(), head.count()];
      return () => {
        const bytes = this.#bytes.bytes(length);
        log.restore({ bytes, time, event: { id, event, size, data: Buffer.alloc(0) } });
      };
    });
  }
}
