// The state of the app that all screens share, and the events that keep it current.
import { EventStream, type Connection } from '../api/events.ts';
import { rpc } from '../api/client.ts';
import { showLocation } from './location.ts';
import { emptyFlows, mergeFlows, noteLoaded, removeFlows } from './flows.ts';
import { isViewer } from './mode.ts';
import { exchangeDrafts } from './drafts.ts';
import { exchangePreferences } from './preference-sync.ts';
import { createResource, type Resource } from './resource.ts';
import { switchWorkspace } from './opened-workspace.ts';
import { createStore } from './store.ts';
import { emitWorkspaceEvent } from './workspace-events.ts';

export const connection = createStore<Connection>({ type: 'connecting' });
export const appStatus = ofApp(() => rpc('status', {}));
export const toolList = ofApp(() => rpc('list_rules', {}));
export const pausedList = ofApp(() => rpc('list_paused', {}));
export const settings = ofApp(() => rpc('get_settings', {}));
/** @public State that screens follow. */
export const certificate = ofApp(() => rpc('certificate', {}));
export const machine = ofApp(() => rpc('ui.machine', {}));
/** @public State that screens follow. */
export const keptSessions = ofApp(() => rpc('ui.kept_sessions', {}));

/** Returns a resource that is never loaded in a viewer, which has no app. */
function ofApp<T>(fetchValue: () => Promise<T>): Resource<T> {
  return createResource(isViewer ? () => new Promise<never>(() => undefined) : fetchValue);
}

const stream = new EventStream({
  flows: mergeFlows,
  removed: removeFlows,
  reset: emptyFlows,
  changed: (what) => {
    if (what === 'preferences') {
      void exchangePreferences();
      return;
    }
    if (what === 'drafts') {
      void exchangeDrafts();
      return;
    }
    appStatus.refresh();
    if (what === 'settings') {
      settings.refresh();
      machine.refresh();
    }
    if (what === 'tools') toolList.refresh();
    if (what === 'paused') pausedList.refresh();
    noteLoaded();
  },
  workspace: (event) => {
    if (event.type === 'opened') switchWorkspace(event.before, event.folder);
    else emitWorkspaceEvent(event);
  },
  show: showLocation,
  connection: (state) => connection.set(state),
});

/** Follows the app. Resolves when the app no longer accepts the token. */
export function followApp(): Promise<void> {
  void appStatus.load();
  void pausedList.load();
  return stream.follow(new AbortController().signal);
}

/** Reconnects now instead of at the next attempt. */
export function reconnectNow(): void {
  stream.retryNow();
}
