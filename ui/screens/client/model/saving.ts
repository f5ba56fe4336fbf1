// Saving what was typed, giving it up, and closing tabs with it.
import { messageOf, rpc } from '../../../api/client.ts';
import { attempt, count } from '../../../state/actions.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { closeSend } from '../sends/index.ts';
import { flushObjects, forgetObject, openObject, reloadObject } from './objects.ts';
import { placed, undoStep, type SavePlace } from './steps.ts';
import { closeTab, openTab } from './tabs.ts';
import { keyParts, unsaved, workspace } from './workspace.ts';

/** Writes what was typed into the file. Resolves with false when it is not saved, and says why. */
export async function save(key: string, place?: SavePlace): Promise<boolean> {
  try {
    await flushObjects([key]);
    if (!openObject(key).isUnsaved) return true;
    await rpc('client.save_draft', { ...keyParts(key), ...place, window: windowName });
    await Promise.all([reloadObject(key), workspace.load()]);
    return true;
  } catch (error) {
    sayError(`Not saved: ${messageOf(error)}`, () => void save(key, place));
    return false;
  }
}

/** Saves all objects with changes that have a file. */
export async function saveAll(): Promise<void> {
  await flushObjects();
  await saveObjects([...unsaved.get()].filter((key) => placed(key) !== null));
}

/** Saves objects, also those that no tab shows, as one step. Resolves with false when they are not saved. */
export async function saveObjects(keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return true;
  try {
    await flushObjects(keys);
    await rpc('client.save_drafts', { objects: keys.map(keyParts), window: windowName });
    await Promise.all([workspace.load(), ...keys.map(reloadObject)]);
    say(`Saved ${count(keys.length, 'object')}`);
    return true;
  } catch (error) {
    sayError(`Not saved: ${messageOf(error)}`, () => void saveObjects(keys));
    return false;
  }
}

/** Gives up what was typed into an object; the step can be taken back. */
export async function discard(key: string): Promise<void> {
  await attempt('The changes cannot be discarded', async () => {
    await flushObjects([key]);
    await rpc('client.discard_drafts', { objects: [keyParts(key)], window: windowName });
    say('Discarded the changes', undoStep);
    await reloadObject(key);
    if (openObject(key).state === 'missing') closeAndForget(key);
  });
}

/** Closes a tab. What was typed stays a draft, and a message offers to save it. */
export function close(key: string): void {
  const { isUnsaved, saved } = openObject(key);
  closeAndForget(key);
  if (isUnsaved && saved !== null) say('Closed with changes', () => openTab(key));
}

function closeAndForget(key: string): void {
  closeTab(key);
  closeSend(key);
  forgetObject(key);
}
