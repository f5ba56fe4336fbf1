// Captured requests that are edited and sent again.
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { newRequest } from './steps.ts';
import { openTab } from './tabs.ts';
import { unsaved } from './workspace.ts';

/** The tab of each captured request, while the page is open. */
const tabOf = new Map<number, string>();

/** Opens a captured request as one that is not saved, or the tab in which it is edited already. */
export async function editCaptured(id: number): Promise<void> {
  const known = tabOf.get(id);
  if (known !== undefined && unsaved.get().has(known)) {
    openTab(known);
    return;
  }
  await attempt('The request cannot be edited', async () => {
    const { request, leftOut } = await rpc('client.request_from_traffic', { id });
    tabOf.set(id, newRequest(request));
    if (leftOut.length > 0) say(`Left out, because they are written by themselves: ${leftOut.join(', ')}`);
  });
}
