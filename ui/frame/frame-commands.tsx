// The commands that are there on every screen.
import { CirclePlay, Keyboard, Moon, Network, PanelLeft, Sun, SunMoon, Trash2, Undo2 } from 'lucide-react';
import { screens } from '../screens/index.ts';
import { isViewer } from '../state/mode.ts';
import { undoLast } from '../state/toasts.ts';
import { theme } from '../state/theme.ts';
import { clearList, toggleRecording } from '../state/actions.ts';
import { useCommands, type Command } from '../commands/index.ts';
import { go } from '../state/location.ts';
import { openKeyList, openPalette } from './palette-state.ts';
import { toggleSystemProxy } from '../controls/system-proxy.tsx';
import { focusNextRegion } from './regions.ts';
import { START_COMMANDS } from '../controls/start-client.tsx';

export function FrameCommands() {
  useCommands(COMMANDS);
  return null;
}

/** Commands that need an app. */
const APP_COMMANDS: readonly Command[] = [
  {
    id: 'app.record',
    title: 'Pause or resume recording',
    group: 'App',
    icon: CirclePlay,
    keys: 's',
    run: () => void toggleRecording(),
  },
  {
    id: 'app.systemProxy',
    title: 'Turn the system proxy on or off',
    group: 'App',
    icon: Network,
    run: () => void toggleSystemProxy(),
  },
  {
    id: 'app.clear',
    title: 'Clear list',
    group: 'App',
    icon: Trash2,
    keys: 'mod+backspace',
    run: () => void clearList(),
  },
  ...START_COMMANDS,
];

const COMMANDS: readonly Command[] = [
  ...screens.map(({ id, title, icon, key }) => ({
    id: `go.${id}`,
    title: `Go to ${title}`,
    group: 'Go to',
    icon,
    keys: `g ${key}`,
    run: () => go(id),
  })),
  {
    id: 'app.palette',
    title: 'Search or run a command',
    group: 'App',
    keys: 'mod+k',
    inFields: true,
    inPalette: false,
    run: openPalette,
  },
  { id: 'app.keys', title: 'Show keys', group: 'App', icon: Keyboard, keys: '?', run: openKeyList },
  ...(isViewer ? [] : APP_COMMANDS),
  { id: 'app.undo', title: 'Undo', group: 'App', icon: Undo2, keys: 'mod+z', run: undoLast },
  {
    id: 'app.region',
    title: 'Next region',
    group: 'App',
    icon: PanelLeft,
    keys: 'f6',
    inFields: true,
    run: focusNextRegion,
  },
  { id: 'app.light', title: 'Use the light theme', group: 'App', icon: Sun, run: () => theme.set('light') },
  { id: 'app.dark', title: 'Use the dark theme', group: 'App', icon: Moon, run: () => theme.set('dark') },
  {
    id: 'app.system',
    title: 'Use the theme of the system',
    group: 'App',
    icon: SunMoon,
    run: () => theme.set('system'),
  },
];
