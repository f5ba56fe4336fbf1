// The events `workspace` of an app, as a window reads them.
import http from 'node:http';
import type { TestApp } from './app.ts';
import { until } from './waiting.ts';

export type WorkspaceEvent = ReturnType<typeof JSON.parse>;

export interface WorkspaceEvents extends Disposable {
  /** All that came so far. */
  readonly events: WorkspaceEvent[];
  /** Waits for an event, and drops it with all before it. */
  readonly next: (what: string, isWanted: (event: WorkspaceEvent) => boolean) => Promise<WorkspaceEvent>;
}

/** Reads events until it is disposed of. Resolves when the app has begun to send them. */
export async function readWorkspaceEvents({ port, token }: TestApp): Promise<WorkspaceEvents> {
  const events: WorkspaceEvent[] = [];
  let [rest, isBegun] = ['', false];
  const options = { host: '127.0.0.1', port: port(), path: '/api/events', agent: false };
  const request = http.get({ ...options, headers: { 'X-Proxy-Token': token } }, (response) => {
    response.setEncoding('utf8').on('data', (piece: string) => {
      isBegun = true;
      const texts = (rest + piece).split('\n\n');
      rest = texts.pop() ?? '';
      for (const text of texts) {
        const data = /^event: workspace\ndata: (.*)$/.exec(text)?.[1];
        if (data !== undefined) events.push(JSON.parse(data));
      }
    });
    response.on('error', () => undefined);
  });
  request.on('error', () => undefined);
  await until('the begin of events', () => isBegun);
  return {
    events,
    async next(what, isWanted) {
      let at = -1;
      await until(what, () => (at = events.findIndex(isWanted)) >= 0);
      const [found] = events.splice(0, at + 1).slice(-1);
      return found;
    },
    [Symbol.dispose]: () => void request.destroy(),
  };
}
