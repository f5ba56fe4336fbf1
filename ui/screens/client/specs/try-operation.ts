// A request of an operation, to be tried: it opens in a tab, and nothing is saved.
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { newRequest, placed } from '../model/steps.ts';
import { objectKey } from '../model/workspace.ts';
import { openTab } from '../model/tabs.ts';

/** Opens the request of an operation as the text on the screen describes it. */
export async function tryOperation(spec: string, operation: string, text: string): Promise<void> {
  await attempt('The operation cannot be tried', async () => {
    const made = await rpc('client.request_from_operation', { spec, operation, text });
    const { id, ...fields } = made.request as { readonly id: string };
    const key = objectKey('request', id);
    // It was opened before, and has what was typed since.
    if (placed(key) !== null) {
      openTab(key);
      return;
    }
    const { collection, variables } = made;
    const own =
      collection === null ? { variables: variables.map((each) => ({ ...each, enabled: true })) } : {};
    newRequest({ ...fields, ...own }, collection === null ? {} : { collection }, id);
  });
}
