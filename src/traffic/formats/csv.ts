// CSV: captured exchanges as a table, one row each (RFC 4180). Texts that a spreadsheet would evaluate as a formula
// get a leading quote.
import type { Flow } from '../../flow/flow.ts';
import { defineFormat, fileChunks, type FileParts } from './contract.ts';

const COLUMNS = [
  'ID',
  'Start',
  'Client',
  'Method',
  'URL',
  'Status',
  'Duration (ms)',
  'Request Size',
  'Response Size',
  'Content Type',
  'Tools',
];

export const csvParts: FileParts = {
  head: `${COLUMNS.join(',')}\r\n`,
  async *entry(flow) {
    yield await Promise.resolve(`${rowOf(flow).join(',')}\r\n`);
  },
  tail: () => Promise.resolve(''),
};

export const csv = defineFormat({
  id: 'csv',
  label: 'CSV',
  extension: '.csv',
  export: { isLight: true, write: (flows) => fileChunks(csvParts, flows) },
});

function rowOf(flow: Flow): readonly string[] {
  const { id, durationMs, request, response } = flow;
  return [
    String(id),
    new Date(flow.startedAt).toISOString(),
    text(flow.app ?? ''),
    text(flow.method),
    text(flow.url),
    statusOf(flow),
    durationMs === undefined ? '' : String(Math.round(durationMs)),
    String(request?.size ?? flow.tunnelSent),
    String(response?.size ?? flow.tunnelReceived),
    text(response?.header('content-type') ?? ''),
    text(flow.tags.join('; ')),
  ];
}

/** Returns the status; empty before the response. */
function statusOf({ request, state, status }: Flow): string {
  if (state === 'failed') return 'error';
  if (request === null) return 'tunnel';
  return status === 0 ? '' : String(status);
}

/** Starts of texts that some spreadsheets run as a formula; a minus only when no plain number follows. */
const FORMULA = /^(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?$))/;

function text(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
