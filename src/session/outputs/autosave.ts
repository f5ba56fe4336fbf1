// The setting `autosave`: writes finished exchanges to files in a folder, and to a new one from time to time.
import { messageOf, SettingError } from '../../base/errors.ts';
import type { AutosaveOptions } from '../../traffic/autosave/output.ts';
import type { OutputKind } from './contract.ts';

export const autosave: OutputKind = {
  name: 'autosave',
  chosen({ autosave: { folder, ...options } }) {
    return folder === null ? null : { target: folder, open: (say) => opened({ folder, ...options }, say) };
  },
};

async function opened(options: AutosaveOptions, say: (text: string) => void) {
  const { AutosaveOutput } = await import('../../traffic/autosave/output.ts');
  try {
    return await AutosaveOutput.open(options, say);
  } catch (cause) {
    const field = 'autosave.folder';
    const message = `${field}: ${options.folder} cannot be written: ${messageOf(cause)}`;
    throw new SettingError(message, { cause, field });
  }
}
