// Keeps the answer of the server behind a mock in the description that the mock serves, as a step of its window.
import type { MockCall } from '../../services/mock/server.ts';
import { editSpec } from '../client-files/change-spec.ts';
import type { ClientFiles } from '../client-files/index.ts';
import { withPassedAnswer } from '../contract/passed-answer.ts';

/** Resolves with null where the description has it. `spec`: its id. Rejects with a UserError. */
export async function keepDescribed(
  files: ClientFiles,
  window: string,
  spec: string,
  call: MockCall,
): Promise<{ readonly name: string; readonly isDraft: boolean } | null> {
  let name = '';
  const label = `Saved the answer to ${call.method} ${call.path.slice(0, 200)}`;
  const changed = await editSpec(files, { label, window }, spec, async (path, text) => {
    const added = await withPassedAnswer(path, text, call);
    name = added?.name ?? '';
    return added?.text ?? null;
  });
  return changed === null ? null : { name, isDraft: changed === 'draft' };
}
