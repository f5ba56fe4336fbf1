// Reports the run as one self-contained HTML page. It contains the results as data, one line for each request, and a
// script that displays them. Its size is limited, however long the run is.
import { hasFailed } from '../../runner/totals.ts';
import type { RequestRun, RunStart, RunTotals } from '../../runner/events.ts';
import { defineReporter } from '../contract.ts';
import { embeddedJson } from '../../../base/html-page.ts';
import { pageEnd, pageStart } from './page.ts';
import { requestRecord, startRecord, totalsRecord, type RequestRecord } from '../shared/records.ts';
import { fileReporter, type ReportFormat } from '../shared/report-file.ts';

export const html = defineReporter({
  name: 'html',
  settings: [],
  file: { defaultPath: 'cloak-run.html', description: 'where the HTML report goes' },
  create: ({ path }) => fileReporter(path, new HtmlFormat()),
});

/** The maximum size of each body in bytes. */
const MAX_BODY_BYTES = 16 * 1024;
/** The maximum number of characters of all lines. */
const MAX_LINE_CHARS = 16 * 1024 * 1024;
/**
 * The maximum number of characters of headers, bodies and console output, for passed and for failed requests each.
 */
const MAX_DETAIL_CHARS = 3 * 1024 * 1024;

class HtmlFormat implements ReportFormat {
  #lines = MAX_LINE_CHARS;
  readonly #details = { passed: MAX_DETAIL_CHARS, failed: MAX_DETAIL_CHARS };
  /** The number of requests without room in the page. */
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
