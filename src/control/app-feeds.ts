// Changes of the app other than traffic, as events. An event only says that something has changed: readers fetch the
// new state by RPC when they need it.
import type { AppAccess } from './app-access.ts';
import { eventText, type Feed } from './event-stream.ts';

/** Maximum number of pending `show` events of one reader. */
const MAX_LOCATIONS = 20;

/**
 * Returns the feeds of these events:
 *
 * - `settings`, `preferences`, `drafts`, `tools`, `paused`, `{"revision": n}`: sent at the beginning, and when settings
 * or recording, preferences or drafts of the web UI, tools or rules, or the messages held at breakpoints have changed; a reader that
 * knows the revision can ignore the event;
 *
 * - `show`, `{"target": …}`: asks the UI to show a location of the app.
 */
export function appFeeds({ changes, onShow }: Pick<AppAccess, 'changes' | 'onShow'>): readonly Feed[] {
  const names = ['settings', 'preferences', 'drafts', 'tools', 'paused'] as const;
  return [...names.map((name) => changeFeed(name, changes[name])), locationFeed(onShow)];
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

function locationFeed(onShow: AppAccess['onShow']): Feed {
  let locations: readonly string[] = [];
  return {
    subscribe: (notify) =>
      onShow((location) => {
        locations = [...locations, JSON.stringify(location)].slice(-MAX_LOCATIONS);
        notify();
      }),
    take() {
      const text = locations.map((location) => eventText('show', location)).join('');
      locations = [];
      return { text, more: false };
    },
  };
}
