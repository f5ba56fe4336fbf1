// The commands that every screen has.
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
import { RECORD_COMMAND } from '../controls/record-to-files.tsx';
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
    group: 'app',
    icon: CirclePlay,
    keys: 's',
    run: () => void toggleRecording(),
  },
  {
    id: 'app.systemProxy',
    title: 'Turn the system proxy on or off',
    group: 'app',
    icon: Network,
    run: () => void toggleSystemProxy(),
  },
  {
    id: 'app.clear',
    title: 'Clear list',
    group: 'app',
    icon: Trash2,
    keys: 'mod+backspace',
    run: () => void clearList(),
  },
  RECORD_COMMAND,
  ...START_COMMANDS,
];

const COMMANDS: readonly Command[] = [
  ...screens.map(({ id, title, icon, key }): Command => ({
    id: `go.${id}`,
    title: `Go to ${title}`,
    group: 'go',
    icon,
    keys: `g ${key}`,
    run: () => go(id),
  })),
  {
    id: 'app.palette',
    title: 'Search or run a command',
    group: 'app',
    keys: 'mod+k',
    inFields: true,
    inPalette: false,
    run: openPalette,
  },
  { id: 'app.keys', title: 'Show keys', group: 'app', icon: Keyboard, keys: '?', run: openKeyList },
  ...(isViewer ? [] : APP_COMMANDS),
  { id: 'app.undo', title: 'Undo', group: 'app', icon: Undo2, keys: 'mod+z', run: undoLast },
  {
    id: 'app.region',
    title: 'Next region',
    group: 'app',
    icon: PanelLeft,
    keys: 'f6',
    inFields: true,
    run: focusNextRegion,
  },
  { id: 'app.light', title: 'Use the light theme', group: 'app', icon: Sun, run: () => theme.set('light') },
  { id: 'app.dark', title: 'Use the dark theme', group: 'app', icon: Moon, run: () => theme.set('dark') },
  {
    id: 'app.system',
    title: 'Use the theme of the system',
    group: 'app',
    icon: SunMoon,
    run: () => theme.set('system'),
  },
];
