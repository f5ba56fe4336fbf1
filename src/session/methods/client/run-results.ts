// Results of a run so far: rows, single requests with their messages, and reports.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import type { LiveRun } from '../../live/run.ts';
import { REPORT_FORMATS } from '../../live/report-names.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag, wholeNumber } from '../fields.ts';
import { anyObject } from '../workspace/fields.ts';
import { rowIndex, runChannel } from './run-fields.ts';

const MAX_ROWS = 1000;
const MAX_PART = 4 * 1024 * 1024;
const MAX_BODY = 1024 * 1024;

export const clientRunResults = defineMethod({
  name: 'client.run_results',
  summary: 'Returns a page of the rows of a run, perhaps only of those that failed',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ...runChannel,
    offset: rowIndex.optional(),
    limit: wholeNumber(1, MAX_ROWS).optional().describe('Default: 100'),
    onlyFailed: flag.optional(),
  }),
  result: z.strictObject({ total: z.number(), rows: z.array(z.looseObject({ index: z.number() })) }),
  async run(app, { channel, offset = 0, limit = 100, onlyFailed = false }) {
    const { total, rows } = (await runIn(app, channel)).rows(offset, limit, onlyFailed);
    return { total, rows: rows.map((row) => ({ ...row })) };
  },
});

const field = z.strictObject({ name: z.string(), value: z.string() });
const body = z.looseObject({ size: z.number(), leftOut: z.number() });

export const clientRunRequest = defineMethod({
  name: 'client.run_request',
  summary: 'Returns a request of a run with its messages, tests and console; secrets are masked',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ ...runChannel, index: rowIndex }),
  result: z.strictObject({
    request: z.strictObject({ headers: z.array(field), body }).nullable(),
    response: z
      .looseObject({ status: z.number(), reason: z.string(), headers: z.array(field), body })
      .nullable(),
    error: z.string().nullable(),
    tests: z.array(anyObject),
    console: z.array(z.strictObject({ level: z.string(), text: z.string() })),
    scriptErrors: z.array(anyObject),
    unresolved: z.array(z.string()).readonly(),
  }),
  async run(app, { channel, index }) {
    const { requestRecord } = await import('../../../runs/reporters/shared/records.ts');
    const record = requestRecord(await (await runIn(app, channel)).record(index), MAX_BODY);
    const { request, response, error, tests, console: lines, scriptErrors, unresolved } = record;
    return {
      request: request === null ? null : { headers: request.headers, body: { ...request.body } },
      response: response === null ? null : { ...response, body: { ...response.body } },
      error,
      tests,
      console: lines,
      scriptErrors,
      unresolved,
    };
  },
});

const format = z.enum(REPORT_FORMATS, REPORT_FORMATS.join(', '));

export const clientRunReport = defineMethod({
  name: 'client.run_report',
  summary: 'Makes a report of a run, of what has ended so far; client.run_report_part returns it',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ ...runChannel, format }),
  result: z.strictObject({ fileName: z.string(), size: z.number() }),
  async run(app, { channel, format: name }, signal) {
    const { fileName, size } = await (await runIn(app, channel)).report(name, signal);
    return { fileName, size };
  },
});

export const clientRunReportPart = defineMethod({
  name: 'client.run_report_part',
  summary: 'Returns a part of the report that was made last, at most 4 MiB',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ ...runChannel, format, offset: rowIndex.optional() }),
  result: z.strictObject({ total: z.number(), offset: z.number(), base64: z.string() }),
  async run(app, { channel, format: name, offset = 0 }) {
    const { reportPart } = await import('../../live/run-report.ts');
    const made = (await runIn(app, channel)).madeReport(name);
    if (made === undefined)
      throw new UserError('NOT_FOUND', 'there is no such report: client.run_report makes it', {
        field: 'format',
      });
    const bytes = await reportPart(made, offset, MAX_PART);
    return { total: made.size, offset, base64: bytes.toString('base64') };
  },
});

/** Resolves with the run of a channel. Rejects with a UserError for another kind of channel. */
export async function runIn({ channels }: Pick<AppContext, 'channels'>, id: string): Promise<LiveRun> {
  const { runOf } = await import('../../live/run.ts');
  const channel = channels.named(id);
  const run = runOf(channel);
  if (run !== undefined) return run;
  throw new UserError('INVALID_DATA', `the channel is a ${channel.kind}, and no run`, { field: 'channel' });
}
