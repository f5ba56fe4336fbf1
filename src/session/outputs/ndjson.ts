// The setting `ndjson`: appends each finished exchange to a file as a line of JSON.
import { messageOf, SettingError } from '../../base/errors.ts';
import type { OutputKind } from './contract.ts';

export const ndjson: OutputKind = {
  name: 'ndjson',
  chosen({ ndjson: { file, redact } }) {
    return file === null ? null : { target: file, open: () => opened(file, redact) };
  },
};

async function opened(path: string, redact: boolean) {
  const { NdjsonOutput } = await import('../../traffic/ndjson/output.ts');
  try {
    return await NdjsonOutput.open(path, redact);
  } catch (cause) {
    const field = 'ndjson.file';
    throw new SettingError(`${field}: ${path} cannot be written: ${messageOf(cause)}`, { cause, field });
  }
}
