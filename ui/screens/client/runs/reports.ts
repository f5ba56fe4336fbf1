// Reports of a run, made by the app and saved by the browser.
import { fromBase64 } from '../../../../src/base/bytes.ts';
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { saveFile } from '../../../bodies/body-files.ts';
import { say, sayError } from '../../../state/toasts.ts';

export type ReportFormat = ParamsOf<'client.run_report'>['format'];

export const REPORT_TITLES: readonly (readonly [ReportFormat, string])[] = [
  ['html', 'HTML page'],
  ['junit', 'JUnit XML'],
  ['json', 'JSON'],
  ['cli', 'Text, as on the command line'],
];

/** Makes a report of what has ended so far, and saves it. A report that fails leaves no file. */
export async function saveReport(channel: string, format: ReportFormat): Promise<void> {
  try {
    const { fileName, size } = await rpc('client.run_report', { channel, format });
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let offset = 0; offset < size;) {
      const { base64 } = await rpc('client.run_report_part', { channel, format, offset });
      const bytes = fromBase64(base64) ?? new Uint8Array();
      if (bytes.length === 0) throw new Error('the report has changed meanwhile');
      parts.push(bytes as Uint8Array<ArrayBuffer>);
      offset += bytes.length;
    }
    saveFile(new Blob(parts), fileName);
    say(`Saved ${fileName}`);
  } catch (error) {
    sayError(`The report cannot be made: ${messageOf(error)}`, () => void saveReport(channel, format));
  }
}
