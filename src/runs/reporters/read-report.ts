// Reads JSON reports of runs, so that the parts of a run that several machines shared become one.
import { z } from 'zod';
import { messageOf, UserError } from '../../base/errors.ts';
import type { ReceivedResponse } from '../../requests/response.ts';
import type { RequestRun } from '../runner/events.ts';

const field = z.object({ name: z.string(), value: z.string() });
const body = z.object({
  size: z.number(),
  leftOut: z.number(),
  text: z.string().optional(),
  base64: z.string().optional(),
});
const message = body.extend({
  direction: z.enum(['sent', 'received']),
  name: z.string(),
  time: z.iso.datetime(),
});
const where = { where: z.string(), event: z.enum(['prerequest', 'test']) } as const;

const requestRun = z.object({
  iteration: z.int().min(0),
  id: z.string(),
  name: z.string(),
  folders: z.array(z.string()),
  method: z.string(),
  url: z.string(),
  skipped: z.boolean(),
  error: z.string().nullable(),
  startedAt: z.iso.datetime(),
  durationMs: z.number(),
  request: z.object({ headers: z.array(field), body }).nullable(),
  response: z
    .object({
      status: z.number(),
      reason: z.string(),
      httpVersion: z.string(),
      timeMs: z.number(),
      size: z.number(),
      headers: z.array(field),
      body,
      trailers: z.array(field),
      messages: z.array(message),
    })
    .nullable(),
  tests: z.array(
    z.object({
      ...where,
      name: z.string(),
      passed: z.boolean(),
      skipped: z.boolean(),
      error: z
        .object({
          name: z.string(),
          message: z.string(),
          line: z.number().nullable(),
          expected: z.string().optional(),
          actual: z.string().optional(),
        })
        .nullable(),
    }),
  ),
  console: z.array(z.object({ level: z.string(), text: z.string() })),
  scriptErrors: z.array(z.object({ ...where, message: z.string(), line: z.number().nullable() })),
  unresolved: z.array(z.string()),
});

const report = z.object({
  version: z.literal(1),
  collection: z.object({ id: z.string(), name: z.string() }),
  environment: z.string().nullable(),
  iterations: z.int(),
  startedAt: z.iso.datetime(),
  requests: z.array(requestRun),
  totals: z.object({
    iterations: z.int(),
    durationMs: z.number(),
    stopped: z.string().nullable(),
    endedEarly: z.object({ iterations: z.number(), reason: z.string() }).nullable(),
  }),
});

/** A JSON report, with its requests as events. */
export interface RunReport extends Omit<z.output<typeof report>, 'requests' | 'startedAt'> {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly runs: readonly RequestRun[];
}

/** Throws a UserError that says why the text is no JSON report; `name` is that of its file. */
export function readReport(text: string, name: string): RunReport {
  const { data, error } = report.safeParse(parsed(text, name));
  if (data === undefined) {
    const [first] = error.issues;
    throw new UserError(
      'INVALID_FILE',
      `${name} is no JSON report of a run: ${first?.path.join('.') ?? ''}: ${first?.message ?? ''}. Write one with -r json`,
    );
  }
  const { requests, startedAt, ...rest } = data;
  return { ...rest, startedAt: Date.parse(startedAt), runs: requests.map(runOf) };
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UserError('INVALID_FILE', `${name} is no JSON: ${messageOf(error)}`, { cause: error });
  }
}

function runOf({ request, response, ...run }: z.output<typeof requestRun>): RequestRun {
  return {
    ...run,
    startedAt: Date.parse(run.startedAt),
    sent: request === null ? null : { headers: request.headers.map(octets), body: bytesOf(request.body) },
    response: response === null ? null : responseOf(response),
    scriptErrors: run.scriptErrors.map(({ message: text, ...error }) => {
      const [, name = 'Error', reason = text] = /^([A-Za-z]\w*): (.*)$/s.exec(text) ?? [];
      return { ...error, name, message: reason };
    }),
  };
}

function responseOf(response: NonNullable<z.output<typeof requestRun>['response']>): ReceivedResponse {
  return {
    ...response,
    headers: response.headers.map(octets),
    trailers: response.trailers.map(octets),
    body: bytesOf(response.body),
    messages: response.messages.map(({ time, direction, name, ...data }) => ({
      direction,
      name,
      data: bytesOf(data),
      isText: data.text !== undefined,
      time: Date.parse(time),
    })),
  };
}

/** Values of headers hold one char per byte. */
function octets({ name, value }: z.output<typeof field>): z.output<typeof field> {
  return { name, value: Buffer.from(value).toString('latin1') };
}

/** Returns the bytes of a body, as far as the report has them. */
function bytesOf({ text, base64 }: z.output<typeof body>): Buffer {
  return text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
}
