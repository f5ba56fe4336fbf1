// Creates the debugging tools of the app, with their file and the services that they use.
import { join } from 'node:path';
import { DesktopNotices } from '../system/notify/index.ts';
import type { ToolServices } from '../tools/contract.ts';
import { PausedQueue } from '../tools/paused/index.ts';
import { ScriptLog } from '../tools/script-log.ts';
import { ToolSet } from '../tools/tool-set.ts';
import { readRecording } from '../traffic/recordings.ts';
import type { Settings } from './settings/schema.ts';
import { SavedFile } from '../app/state/saved-file.ts';
import type { TrafficList } from '../traffic/traffic-list.ts';

export interface ToolParts {
  readonly tools: ToolSet;
  readonly toolsFile: SavedFile;
  readonly paused: PausedQueue;
  readonly scriptLog: ScriptLog;
}

interface ToolPartsOptions {
  readonly options: {
    /** Path of the data folder. */
    readonly home: string;
    /** Called with messages for the user. */
    readonly say: (text: string) => void;
  };
  /** The settings until the app has started. */
  readonly initial: Settings;
  /** Returns the app; null until it has started. */
  readonly app: () => { readonly traffic: TrafficList; readonly settings: Settings } | null;
}

export function createTools({ options: { home, say }, initial, app }: ToolPartsOptions): ToolParts {
  const paused = new PausedQueue();
  const scriptLog = new ScriptLog();
  const tools = new ToolSet({
    paused,
    scriptLog,
    notify: notifier(say),
    color: (flow, color) => app()?.traffic.annotate(flow, { color }),
    readRecording,
    maxBodyBytes: () => (app()?.settings ?? initial).maxCapturedBodyBytes,
  });
  return { tools, toolsFile: new SavedFile(join(home, 'tools.json')), paused, scriptLog };
}

/** Returns a function that shows notices of tools on the desktop, or as messages of the app. */
function notifier(say: (text: string) => void): ToolServices['notify'] {
  const notices = new DesktopNotices();
  return ({ channel, title, text }) => {
    if (channel === 'desktop') notices.show(title, text);
    else say(`${title}: ${text}`);
  };
}
