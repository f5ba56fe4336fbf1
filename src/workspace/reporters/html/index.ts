// The run as one page that needs nothing but itself: what happened stands in it as data, one line for each request,
// and its script shows it. It stays small enough to be opened, however long the run is.
import { hasFailed } from '../../runner/totals.ts';
import type { RequestRun, RunStart, RunTotals } from '../../runner/events.ts';
import { defineReporter } from '../contract.ts';
import { embeddedJson, pageEnd, pageStart } from './page.ts';
import { requestRecord, startRecord, totalsRecord, type RequestRecord } from '../shared/records.ts';
import { fileReporter, type ReportFormat } from '../shared/report-file.ts';

export const html = defineReporter({
  name: 'html',
  defaultPath: 'cloak-run.html',
  create: ({ path }) => fileReporter(path, new HtmlFormat()),
});

/** Bytes of each body. */
const MAX_BODY_BYTES = 16 * 1024;
/** Characters of all lines. */
const MAX_LINE_CHARS = 16 * 1024 * 1024;
/** Characters of headers, bodies and console output of requests that passed, and of those that failed. */
const MAX_DETAIL_CHARS = 3 * 1024 * 1024;

class HtmlFormat implements ReportFormat {
  #lines = MAX_LINE_CHARS;
  readonly #details = { passed: MAX_DETAIL_CHARS, failed: MAX_DETAIL_CHARS };
  /** Requests that are counted only. */
  #leftOut = 0;

  start(run: RunStart): string {
    return `${pageStart(run.collection.name, startRecord(run))}\n`;
  }

  request(run: RequestRun): string {
    const line = this.#line(run);
    if (line.length > this.#lines) {
      this.#leftOut += 1;
      return '';
    }
    this.#lines -= line.length;
    return line;
  }

  end(totals: RunTotals): string {
    return pageEnd({ ...totalsRecord(totals), leftOut: this.#leftOut });
  }

  #line(run: RequestRun): string {
    const record = requestRecord(run, MAX_BODY_BYTES);
    const bare = lineOf({ ...withoutDetails(record), isBare: true });
    const whole = lineOf(record);
    const kind = hasFailed(run) ? 'failed' : 'passed';
    const more = whole.length - bare.length;
    if (more > this.#details[kind]) return bare;
    this.#details[kind] -= more;
    return whole;
  }
}

function withoutDetails(record: RequestRecord): RequestRecord {
  const { request, response } = record;
  return {
    ...record,
    console: [],
    request: request && { headers: [], body: bare(request.body) },
    response: response && { ...response, headers: [], body: bare(response.body) },
  };
}

function bare({ size }: { readonly size: number }) {
  return { size, leftOut: size, text: '' };
}

function lineOf(value: unknown): string {
  return `${embeddedJson(value)}\n`;
}
