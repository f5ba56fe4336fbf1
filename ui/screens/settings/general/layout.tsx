// Puts columns, sizes and order back to what they were at first.
import { rpc } from '../../../api/client.ts';
import { Button } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { exchangePreferences } from '../../../state/preference-sync.ts';
import { savedFilters } from '../../../state/saved-filters.ts';
import { say } from '../../../state/toasts.ts';

/** Preferences that hold something the user has made, and not how it is laid out. */
const MADE: ReadonlySet<string> = new Set([savedFilters.name, 'traffic.notCompared', 'traffic.redact']);

export function Layout() {
  return (
    <Button kind="line" onClick={() => void resetLayout()}>
      Reset layout
    </Button>
  );
}

async function resetLayout(): Promise<void> {
  await attempt('The layout cannot be reset', async () => {
    await exchangePreferences();
    const all = Object.entries(await rpc('ui.preferences', {})).filter(([name]) => !MADE.has(name));
    await change(Object.fromEntries(all.map(([name]) => [name, null])));
    say('Reset the layout', () => void attempt('It cannot be undone', () => change(Object.fromEntries(all))));
  });
}

async function change(changes: Readonly<Record<string, unknown>>): Promise<void> {
  await rpc('ui.change_preferences', { changes });
  await exchangePreferences();
}
