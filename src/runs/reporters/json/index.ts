// Reports the run as one JSON document, written request by request; docs/api-client/running.md describes it.
import { UserError } from '../../../base/errors.ts';
import { newmanJson } from './newman.ts';
import type { RequestRun, RunStart, RunTotals } from '../../runner/events.ts';
import { defineReporter } from '../contract.ts';
import { requestRecord, startRecord, totalsRecord } from '../shared/records.ts';
import { fileReporter, type ReportFormat } from '../shared/report-file.ts';

export const json = defineReporter({
  name: 'json',
  settings: [
    {
      flags: 'structure <name>',
      description: 'newman: the report has the shape of Newman, all of it in memory until the end',
    },
  ],
  file: { defaultPath: 'cloak-run.json', description: 'where the JSON report goes' },
  create: async ({ path, settings: { structure } }) => {
    if (structure === 'newman') return newmanJson(path);
    if (structure === undefined) return fileReporter(path, new JsonFormat());
    throw new UserError(
      'INVALID_PARAMETER',
      `--reporter-json-structure ${JSON.stringify(structure)} is unknown: it can be newman`,
    );
  },
});

const VERSION = 1;
/** The maximum size of each body in bytes. */
const MAX_BODY_BYTES = 64 * 1024;

class JsonFormat implements ReportFormat {
  #isFirst = true;

  start(run: RunStart): string {
    const head = JSON.stringify({ version: VERSION, ...startRecord(run) });
    return `${head.slice(0, -1)},"requests":[`;
  }

  request(run: RequestRun): string {
    const separator = this.#isFirst ? '\n' : ',\n';
    this.#isFirst = false;
    return separator + JSON.stringify(requestRecord(run, MAX_BODY_BYTES));
  }

  end(totals: RunTotals): string {
    return `\n],"totals":${JSON.stringify(totalsRecord(totals))}}\n`;
  }
}
