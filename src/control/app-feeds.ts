// What changes in the app beside its traffic, as events: that it has changed, not how. Who follows asks for the state by
// RPC when it suits.
import type { AppFace } from './app-access.ts';
import { eventText, type Feed } from './event-stream.ts';

/** The changes that a reader is told of one by one, most of all at once. */
const MAX_PLACES = 20;

/**
 * Events:
 * - `settings`, `tools`, `paused`, `{"revision": n}`: at the beginning, and when settings or recording, tools or rules,
 *   or what breakpoints hold have changed; a revision that is known is no news;
 * - `show`, `{"target": …}`: a place of the app that is to be shown.
 */
export function appFeeds({ changes, onShow }: Pick<AppFace, 'changes' | 'onShow'>): readonly Feed[] {
  const names = ['settings', 'tools', 'paused'] as const;
  return [...names.map((name) => changeFeed(name, changes[name])), placeFeed(onShow)];
}

function changeFeed(name: string, changes: AppFace['changes']['tools']): Feed {
  let told = -1;
  return {
    subscribe: (ring) => changes.subscribe(ring),
    take() {
      if (told === changes.revision) return { text: '', more: false };
      told = changes.revision;
      return { text: eventText(name, JSON.stringify({ revision: told })), more: false };
    },
  };
}

function placeFeed(onShow: AppFace['onShow']): Feed {
  let places: readonly string[] = [];
  return {
    subscribe: (ring) =>
      onShow((place) => {
        places = [...places, JSON.stringify(place)].slice(-MAX_PLACES);
        ring();
      }),
    take() {
      const text = places.map((place) => eventText('show', place)).join('');
      places = [];
      return { text, more: false };
    },
  };
}
