// Actions on captured requests, for the menu, the keyboard, the palette and the detail.
import type { FlowColor, FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { idRangesOf } from '../../../../src/base/id-ranges.ts';
import { copyBody } from '../../../bodies/body-files.ts';
import { messageOf, replay, request, rpc } from '../../../api/client.ts';
import { attempt, copyText, count } from '../../../state/actions.ts';
import { go } from '../../../state/location.ts';
import { flowTable } from '../../../state/flows.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { codeFormat, codeFormats } from '../../../state/code-formats.ts';
import { selectOne } from '../model/selection.ts';

export const COLORS: readonly FlowColor[] = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'gray'];

function flowsOf(ids: readonly number[]): readonly FlowSummary[] {
  return ids.flatMap((id) => flowTable.find(id) ?? []).toSorted((a, b) => a.id - b.id);
}

/** Sends requests again, and selects the last new one. */
export async function replayAll(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await attempt(`Request ${id} cannot be replayed`, async () => {
      const { id: newId } = await replay(id);
      selectOne(newId);
    });
  }
}

/** Pins the requests, or unpins them if all are pinned. */
export async function togglePins(ids: readonly number[]): Promise<void> {
  const pinned = !ids.every((id) => flowTable.look(id)?.pinned === true);
  await attempt('The requests cannot be pinned', () =>
    rpc('ui.annotate_requests', { ids: idRangesOf(ids), pinned }),
  );
}

export async function setColor(ids: readonly number[], color: FlowColor | 'none'): Promise<void> {
  await attempt('The color cannot be set', () =>
    rpc('ui.annotate_requests', { ids: idRangesOf(ids), color }),
  );
}

/** The characters that a comment may have. */
export const MAX_COMMENT = 10_000;

export async function setComment(ids: readonly number[], comment: string): Promise<void> {
  await attempt('The comment cannot be saved', () =>
    rpc('ui.annotate_requests', { ids: idRangesOf(ids), comment }),
  );
}

export async function copyUrls(ids: readonly number[]): Promise<void> {
  const flows = flowsOf(ids);
  if (flows.length > 0)
    await copyText(flows.map(({ url }) => url).join('\n'), `Copied ${count(flows.length, 'URL')}`);
}

/** Copies the requests as code, separated by empty lines. Tunnels are omitted. */
export async function copyCode(ids: readonly number[], format: string): Promise<void> {
  const sendable = flowsOf(ids).filter(({ state, method }) => state !== 'tunneled' && method !== 'CONNECT');
  if (sendable.length === 0) {
    sayError('No code can be generated for tunnels: only their target is known');
    return;
  }
  await attempt('The code cannot be generated', async () => {
    const { code } = await rpc('ui.generate_code', { format, ids: sendable.map(({ id }) => id) });
    codeFormat.set(format);
    const label = codeFormats.find(([id]) => id === format)?.[1] ?? format;
    await copyText(code, `Copied ${count(sendable.length, 'request')} as ${label}`);
  });
}

export async function copyMessageBody(id: number, side: 'request' | 'response'): Promise<void> {
  await copyBody({ type: 'flow', id, side, view: 'decoded' }, `${side} body`);
}

/** Makes a rule that matches the request. The user can undo it. */
export async function makeRule(id: number, tool: string, title: string): Promise<void> {
  await attempt(`No ${title} rule can be made`, async () => {
    const { rule } = await rpc('rule_from_request', { tool, id });
    const ruleId = String(rule['id']);
    say(`Made the ${title} rule “${String(rule['name'])}”`, () => {
      void attempt('The rule cannot be deleted', () => rpc('delete_rule', { tool, id: ruleId }));
    });
  });
}

/** Opens a draft of a rule that matches the request, without saving it. */
export function draftRule(id: number, tool: string): void {
  go('tools', { tool, from: String(id) });
}

/** Opens files in the traffic list. */
export async function openFiles(files: Iterable<File>): Promise<void> {
  for (const file of files) {
    try {
      const path = `/api/import?name=${encodeURIComponent(file.name)}`;
      const response = await request(path, { method: 'POST', body: file });
      const { count: opened, skipped } = (await response.json()) as {
        readonly count: number;
        readonly skipped: readonly { readonly index: number; readonly reason: string }[];
      };
      say(`Opened ${count(opened, 'request')} of ${file.name}`);
      const [first] = skipped;
      if (first !== undefined)
        sayError(
          `${count(skipped.length, 'entry').replace('entrys', 'entries')} of ${file.name} left out; ${first.index}: ${first.reason}`,
        );
    } catch (error) {
      sayError(messageOf(error));
    }
  }
}
