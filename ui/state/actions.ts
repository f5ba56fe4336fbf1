// Actions that every screen has: recording, the traffic list, the clipboard.
import { idRangesOf } from '../../src/base/id-ranges.ts';
import { messageOf, rpc } from '../api/client.ts';
import { appStatus } from './app.ts';
import { flowTable } from './flows.ts';
import { say, sayError } from './toasts.ts';

export function proxyAddress(port: number): string {
  return `127.0.0.1:${port}`;
}

export async function toggleRecording(): Promise<void> {
  const status = appStatus.store.get().value;
  if (status === null) return;
  await attempt('Recording cannot be changed', async () => {
    const { recording } = await rpc('set_recording', { on: !status.recording });
    appStatus.set({ ...status, recording });
    say(recording ? 'Recording goes on' : 'Recording is paused: requests pass, and are not listed');
  });
}

/** Empties the traffic list. The user can undo it for a while. */
export async function clearList(): Promise<void> {
  if (flowTable.size > 0) await deleteFlows(flowTable.ids());
}

/** Removes requests from the list, and offers to undo it. */
export async function deleteFlows(ids: Iterable<number>): Promise<void> {
  await attempt('The requests cannot be deleted', async () => {
    const { deleted } = await rpc('ui.delete_requests', { ids: idRangesOf(ids) });
    say(`Deleted ${count(deleted, 'request')}`, () => {
      void attempt('The requests cannot be brought back', () => rpc('ui.restore_requests', {}));
    });
  });
}

/** Copies text to the clipboard, and says `done`. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    sayError('The browser did not allow copying');
  }
}

/** Runs an operation, and shows its error as a message. */
export async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    sayError(`${what}: ${messageOf(error)}`);
  }
}

/** Returns a number with its noun: `1 request`, `1,284 requests`. */
export function count(number: number, thing: string): string {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
}
