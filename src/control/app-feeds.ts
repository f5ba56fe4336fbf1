// Changes of the app other than traffic, as events. An event only says that something has changed: readers fetch the
// new state by RPC when they need it.
import type { AppAccess } from './app-access.ts';
import { eventText, type Feed } from './event-stream.ts';

/** Maximum numbers of pending events of one reader. */
const MAX_LOCATIONS = 20;
const MAX_WORKSPACE_EVENTS = 1000;

/**
 * Returns the feeds of these events:
 *
 * - `settings`, `preferences`, `drafts`, `tools`, `paused`, `{"revision": n}`: sent at the beginning, and when settings
 * or recording, preferences or drafts of the web UI, tools or rules, or the messages held at breakpoints have changed; a reader that
 * knows the revision can ignore the event;
 *
 * - `show`, `{"target": …}`: asks the UI to show a location of the app;
 *
 * - `workspace`, `{"type": …}`: what happened to the files and drafts of the workspace.
 */
export function appFeeds({
  changes,
  onShow,
  onWorkspace,
}: Pick<AppAccess, 'changes' | 'onShow' | 'onWorkspace'>): readonly Feed[] {
  const names = ['settings', 'preferences', 'drafts', 'tools', 'paused'] as const;
  return [
    ...names.map((name) => changeFeed(name, changes[name])),
    queueFeed('show', onShow, MAX_LOCATIONS),
    queueFeed('workspace', onWorkspace, MAX_WORKSPACE_EVENTS),
  ];
}

/** Returns the feed of the event `app`, `{"instance": …}`: a reader that knew another instance starts over. */
export function instanceFeed(instance: string): Feed {
  let text = eventText('app', JSON.stringify({ instance }));
  return {
    subscribe: () => () => undefined,
    take() {
      const first = text;
      text = '';
      return { text: first, more: false };
    },
  };
}

function changeFeed(name: string, changes: AppAccess['changes']['tools']): Feed {
  let sentRevision = -1;
  return {
    subscribe: (notify) => changes.subscribe(notify),
    take() {
      if (sentRevision === changes.revision) return { text: '', more: false };
      sentRevision = changes.revision;
      return { text: eventText(name, JSON.stringify({ revision: sentRevision })), more: false };
    },
  };
}

/** Returns a feed of single events, of which a slow reader gets the latest. */
function queueFeed(
  name: string,
  listen: (listener: (event: unknown) => void) => () => void,
  max: number,
): Feed {
  let events: string[] = [];
  return {
    subscribe: (notify) =>
      listen((event) => {
        events.push(JSON.stringify(event));
        if (events.length > max) events.shift();
        notify();
      }),
    take() {
      const text = events.map((event) => eventText(name, event)).join('');
      events = [];
      return { text, more: false };
    },
  };
}
