// The run as one page that needs nothing but itself: what happened stands in it as data, one line for each request,
// and its script shows it. It stays small enough to be opened, however long the run is.
import { hasFailed } from '../../runner/totals.ts';
import type { RequestRun, RunStart, RunTotals } from '../../runner/events.ts';
import { defineReporter } from '../contract.ts';
import { dataText, pageEnd, pageStart } from './page.ts';
import { requestRecord, startRecord, totalsRecord, type RequestRecord } from '../shared/records.ts';
import { fileReporter, type ReportText } from '../shared/report-file.ts';

export const html = defineReporter({
  name: 'html',
  defaultPath: 'cloak-run.html',
  make: ({ path }) => fileReporter(path, new HtmlText()),
});

/** Bytes of each body. */
const MAX_BODY = 16 * 1024;
/** Characters of all lines. */
const MAX_LINES = 16 * 1024 * 1024;
/** Characters of headers, bodies and console output of requests that passed, and of those that failed. */
const MAX_DETAILS = 3 * 1024 * 1024;

class HtmlText implements ReportText {
  #lines = MAX_LINES;
  readonly #details = { passed: MAX_DETAILS, failed: MAX_DETAILS };
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
    const record = requestRecord(run, MAX_BODY);
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
  return `${dataText(value)}\n`;
}
