// The data of a flow as session files of version 1 store it.
import { z } from 'zod';
import { TOKEN_CHARS } from '../../../base/http-syntax.ts';
import { UserError } from '../../../base/errors.ts';
import { plainSchemaError } from '../../../base/plain-schema-error.ts';
import { FLOW_COLORS } from '../../../flow/colors.ts';
import { NOT_DECRYPTED_CODES } from '../../../flow/not-decrypted.ts';
import { repairRules } from '../../../flow/repairs.ts';

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Epoch milliseconds of the years 1 to 9999, which can be written as dates. */
const time = z.number().min(-62_135_596_800_000).max(253_402_300_799_999);
/** Milliseconds. */
const duration = z.number().min(0).max(1e15);
const text = z.string();
const target = z.object({
  scheme: z.enum(['http', 'https', 'mcp']),
  host: text.min(1).max(1000),
  port: z.number().int().min(0).max(65_535),
});

/** `kept` is the number of bytes of the body in the file, `size` the number that were transferred. */
const message = z.object({
  head: text,
  trailers: text,
  complete: z.boolean(),
  notes: z.array(text).nullable(),
  isDecoded: z.boolean(),
  size: count,
  kept: count,
  mimeType: text.optional(),
  transferred: count.nullish(),
});

const webSocket = z.object({
  fault: text.nullable(),
  messages: z.array(
    z.object({
      direction: z.enum(['sent', 'received']),
      kind: z.enum(['text', 'binary', 'ping', 'pong', 'close']),
      time,
      size: count,
      note: text.nullable(),
      kept: count,
    }),
  ),
});

const events = z.object({
  fault: text.nullable(),
  events: z.array(z.object({ id: text, event: text, time, size: count, kept: count })),
  /** Absent in files of earlier releases. */
  firstTimes: z.array(time).max(50).optional(),
});

const storedFlow = z.object({
  client: z.object({ address: text, port: count, app: text.nullable() }),
  method: text.regex(new RegExp(`^[${TOKEN_CHARS}?]+$`)),
  target,
  sentTo: target.nullable(),
  decrypted: z.boolean(),
  startedAt: time,
  marks: z.record(
    z.enum(['start', 'connected', 'sent', 'firstByte', 'end', 'dns', 'connect', 'tls']),
    duration,
  ),
  state: z.enum(['pending', 'completed', 'tunneled', 'failed']),
  status: count,
  error: text.nullable(),
  notDecrypted: text.nullable(),
  /** Absent in files of earlier releases. */
  notDecryptedCode: z.enum(NOT_DECRYPTED_CODES).optional(),
  remoteAddress: text.nullable(),
  tls: z
    .object({
      version: text,
      cipher: text,
      alpn: text.nullable(),
      sni: text.nullable(),
      verified: z.literal(false).optional(),
    })
    .nullable(),
  tunnelSent: count,
  tunnelReceived: count,
  tags: z.array(text),
  matchedRules: z.array(z.object({ tool: text, id: text, name: text, note: text.optional() })),
  /** Absent where there are none, and in files of earlier releases. */
  repairs: z.array(z.object({ rule: z.enum(repairRules), text })).optional(),
  color: z.enum(FLOW_COLORS).nullable(),
  comment: text,
  pinned: z.boolean(),
  request: message.nullable(),
  response: message.nullable(),
  originalRequest: message.nullable(),
  originalResponse: message.nullable(),
  webSocket: webSocket.nullable(),
  serverSentEvents: events.nullable(),
});

export type StoredFlow = z.output<typeof storedFlow>;

const MESSAGES = ['request', 'response', 'originalRequest', 'originalResponse'] as const;

/** Checks stored data. Throws an Error with the reason when `value` is not valid. */
export function parseStoredFlow(value: unknown): StoredFlow {
  const result = storedFlow.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new UserError('INVALID_DATA', `its data is invalid: ${plainSchemaError(result.error.issues).reason}`);
}

/** Returns the number of bytes that belong to the flow. */
export function byteCount(flow: StoredFlow): number {
  const messages = MESSAGES.reduce((sum, name) => sum + (flow[name]?.kept ?? 0), 0);
  const logged = [...(flow.webSocket?.messages ?? []), ...(flow.serverSentEvents?.events ?? [])];
  return logged.reduce((sum, { kept: keptBytes }) => sum + keptBytes, messages);
}
