// Exports captured requests to files.
import type { ExportNames, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { idRangesOf } from '../../../../src/base/id-ranges.ts';
import { ApiError, messageOf, request } from '../../../api/client.ts';
import { attempt, count } from '../../../state/actions.ts';
import { createPreference, isBoolean } from '../../../state/preferences.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { saveFile } from '../../../bodies/body-files.ts';

/** The service's formats in the order of the menu; the compiler checks that none is missing. */
export const EXPORT_FORMATS: ExportNames = {
  session: { label: 'Session', extension: '.proxysession' },
  har: { label: 'HAR', extension: '.har' },
  csv: { label: 'CSV', extension: '.csv' },
  postman: { label: 'Postman Collection', extension: '.postman_collection.json' },
  openAPI: { label: 'OpenAPI', extension: '.yaml' },
};

type KeptSession = ResultOf<'ui.kept_sessions'>[number];

export type ExportFormat = keyof ExportNames;

/** Off at first; later the user's last choice. */
export const redactSecrets = createPreference('traffic.redact', false, isBoolean);

/** Writes the requests with these ids, or all requests for null, to a file that the browser saves. */
export async function exportRequests(ids: readonly number[] | null, format: ExportFormat): Promise<void> {
  if (ids?.length === 0) {
    sayError('There are no requests to export');
    return;
  }
  const redact = redactSecrets.get();
  try {
    const response = await request(`/api/export/${format}?redact=${redact ? 1 : 0}`, {
      ...(ids !== null && { method: 'POST', body: idRangesOf(ids) }),
    });
    const content = await response.blob();
    saveFile(content, `${exportName(new Date())}${EXPORT_FORMATS[format].extension}`);
    say(
      `Exported ${ids === null ? 'every request' : count(ids.length, 'request')}${redact ? ' without secrets' : ''}`,
    );
  } catch (error) {
    const reason = messageOf(error);
    // The app's reason for refusing an export is shown as it is.
    const isRefused = error instanceof ApiError && error.status === 422;
    sayError(isRefused ? reason : `Export failed: ${reason}`, () => {
      void exportRequests(ids, format);
    });
  }
}

/** Saves a kept session as a file. It stays kept. */
export async function saveKept({ name, requests, lastAt }: KeptSession): Promise<void> {
  const redact = redactSecrets.get();
  await attempt('The session cannot be saved', async () => {
    const query = new URLSearchParams({ name, redact: redact ? '1' : '0' });
    const response = await request(`/api/kept-session?${query.toString()}`);
    saveFile(await response.blob(), `${exportName(new Date(lastAt ?? Date.now()))}.proxysession`);
    say(
      `Saved ${count(requests, 'request')}${redact ? ' without secrets' : ''}. They stay kept until you delete them`,
    );
  });
}

/** Returns a name such as `Traffic Proxy 2026-11-22 14.32.09`. */
export function exportName(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('.');
  return `Traffic Proxy ${day} ${time}`;
}
