// Follows the events of the app. It reconnects by itself, and catches up from the last revision it saw.
import type { FlowSummary, UiLocation, WorkspaceEvent } from '../../src/session/methods/ui-types.ts';
import { ApiError } from './client.ts';
import type { ServerEvent } from './event-parser.ts';
import { readEvents, retryMs } from './read-events.ts';

/** The flows that an event says are gone. */
export interface Removal {
  readonly ids: readonly number[];
  /** All flows with a lower id are gone, too. */
  readonly before: number;
  /** The number of flows that the list had no room for; absent where nobody counts them. */
  readonly dropped?: number;
}

/** `missed`: the stream was interrupted, so that events may have been lost. */
export type ParsedWorkspaceEvent = WorkspaceEvent | { readonly type: 'missed' };

/** The handlers of the events that docs/control-api.md describes. */
export interface EventHandlers {
  readonly flows: (summaries: readonly FlowSummary[]) => void;
  readonly removed: (removal: Removal) => void;
  /** All that was known of the traffic list is out of date. */
  readonly reset: () => void;
  readonly changed: (what: 'settings' | 'preferences' | 'drafts' | 'tools' | 'paused') => void;
  readonly workspace: (event: ParsedWorkspaceEvent) => void;
  readonly show: (location: UiLocation) => void;
  readonly connection: (state: Connection) => void;
}

/** The state of the stream. `retryAt` is the time of the next attempt in epoch milliseconds. */
export type Connection =
  | { readonly type: 'connecting' }
  | { readonly type: 'open' }
  | { readonly type: 'lost'; readonly retryAt: number };

/** The stream of events, reconnected until it is ended. */
export class EventStream {
  readonly #handlers: EventHandlers;
  #revision = '0';
  #instance: string | null = null;
  #attempts = 0;
  #wake: () => void = () => undefined;

  constructor(handlers: EventHandlers) {
    this.#handlers = handlers;
  }

  /** Follows the events until `signal` is aborted, or the app no longer accepts the token. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#read(signal);
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return;
      }
      await this.#pause(signal);
    }
  }

  /** Ends the pause before the next attempt. */
  retryNow(): void {
    this.#wake();
  }

  #read(signal: AbortSignal): Promise<void> {
    const onOpen = (): void => {
      this.#attempts = 0;
      this.#handlers.connection({ type: 'open' });
      this.#handlers.workspace({ type: 'missed' });
    };
    const onEvents = (events: readonly ServerEvent[]): boolean =>
      events.every((event) => this.#handle(event));
    return readEvents('/api/events', this.#revision, { onOpen, onEvents }, signal);
  }

  async #pause(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const ms = retryMs(this.#attempts);
    this.#attempts += 1;
    this.#handlers.connection({ type: 'lost', retryAt: Date.now() + ms });
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#handlers.connection({ type: 'connecting' });
  }

  /** Returns false when the stream must start over. */
  #handle({ type, data, id }: ServerEvent): boolean {
    const value: unknown = JSON.parse(data);
    switch (type) {
      case 'app':
        return this.#isSameInstance((value as { readonly instance: string }).instance);
      case 'flows':
        this.#handlers.flows(value as readonly FlowSummary[]);
        break;
      case 'removed':
        this.#handlers.removed(value as Removal);
        break;
      case 'reset':
        this.#handlers.reset();
        break;
      case 'settings':
      case 'preferences':
      case 'drafts':
      case 'tools':
      case 'paused':
        this.#handlers.changed(type);
        break;
      case 'workspace':
        this.#handlers.workspace(value as WorkspaceEvent);
        break;
      case 'show':
        this.#handlers.show(value as UiLocation);
    }
    if (id !== null) this.#revision = id;
    return true;
  }

  /** Returns true for the same instance of the app; the revisions of another one mean nothing here. */
  #isSameInstance(instance: string): boolean {
    const isSame = this.#instance === null || this.#instance === instance;
    this.#instance = instance;
    if (isSame) return true;
    this.#revision = '0';
    this.#handlers.reset();
    return false;
  }
}
