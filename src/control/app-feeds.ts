// What changes in the app beside its traffic, as events: that it has changed, not how. Who follows asks for the state by
// RPC when it suits.
import type { AppAccess } from './app-access.ts';
import { eventText, type Feed } from './event-stream.ts';

/** The changes that a reader is told of one by one, most of all at once. */
const MAX_LOCATIONS = 20;

/**
 * Events:
 * - `settings`, `tools`, `paused`, `{"revision": n}`: at the beginning, and when settings or recording, tools or rules,
 *   or what breakpoints hold have changed; a revision that is known is no news;
 * - `show`, `{"target": …}`: a place of the app that is to be shown.
 */
export function appFeeds({ changes, onShow }: Pick<AppAccess, 'changes' | 'onShow'>): readonly Feed[] {
  const names = ['settings', 'tools', 'paused'] as const;
  return [...names.map((name) => changeFeed(name, changes[name])), locationFeed(onShow)];
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
