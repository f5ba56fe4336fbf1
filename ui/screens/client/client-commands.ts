// The commands of the API client that need no open tab.
import { useCommands, type Command } from '../../commands/index.ts';
import { menuCommands } from '../../parts/index.ts';
import { useStore } from '../../state/store.ts';
import { go } from '../../state/location.ts';
import { openWorkspaces } from './files/index.ts';
import { newFlow } from './flows/new-flow.ts';
import { saveAll } from './model/saving.ts';
import { placed, undoStep } from './model/steps.ts';
import { openTab, tabs } from './model/tabs.ts';
import { openRunner, runSubject } from './runs/index.ts';
import { openImport } from './transfer/sources.ts';
import { copyEntries } from './lists/copy-entries.ts';

const COMMANDS: readonly Command[] = [
  {
    id: 'client.save-all',
    title: 'Save all changes',
    group: 'client',
    keys: 'mod+alt+shift+s',
    inFields: true,
    run: () => void saveAll(),
  },
  {
    id: 'client.import',
    title: 'Import…',
    group: 'client',
    keys: 'mod+o',
    inFields: true,
    words: 'postman openapi insomnia bruno har curl http rest',
    run: () => openImport(),
  },
  {
    id: 'client.open-workspace',
    title: 'Open another workspace…',
    group: 'client',
    words: 'folder switch git repository',
    run: openWorkspaces,
  },
  {
    id: 'client.search',
    title: 'Search and replace in the workspace',
    group: 'client',
    keys: 'mod+shift+f',
    inFields: true,
    run: () => openTab('page:search'),
  },
  { id: 'client.new-flow', title: 'New flow', group: 'client', run: () => void newFlow() },
  {
    id: 'client.mock',
    title: 'New mock server',
    group: 'client',
    words: 'serve examples fake',
    run: () => openTab('mock:new'),
  },
  {
    id: 'client.load',
    title: 'New load test',
    group: 'client',
    words: 'performance stress users k6',
    run: () => openTab('load:new'),
  },
  {
    id: 'client.certificates',
    title: 'Client certificates, and servers that are trusted',
    group: 'client',
    words: 'mtls tls trust authority',
    run: () => go('settings', { page: 'clientCertificates' }),
  },
  {
    id: 'client.git',
    title: 'Show changes and commits',
    group: 'client',
    keys: 'g d',
    words: 'git branch log diff discard',
    run: () => openTab('page:git'),
  },
  {
    id: 'client.history',
    title: 'Show the history',
    group: 'client',
    keys: 'g y',
    run: () => openTab('page:history'),
  },
  {
    id: 'client.run',
    title: 'Run the collection…',
    group: 'client',
    keys: 'alt+r',
    words: 'runner test iterations data',
    run: () => openRunner(runSubject()),
  },
  { id: 'client.undo', title: 'Take back the last step', group: 'client', keys: 'mod+z', run: undoStep },
];

/** Offers them while the API client is on the page. */
export function useClientCommands(): void {
  const { current } = useStore(tabs);
  const shown = current === null ? null : placed(current);
  useCommands(COMMANDS);
  useCommands(
    shown === null
      ? []
      : menuCommands(copyEntries(shown), { id: 'client.copy', group: 'client', heading: 'Open tab' }),
  );
}
