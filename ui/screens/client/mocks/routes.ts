// The routes of a mock server as the app tells them: again when files change, and while calls come in.
import { useEffect, useState } from 'react';
import type { ParamsOf, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { useThrottled } from '../../../state/throttled.ts';
import { onFilesChanged } from '../../../state/workspace-events.ts';
import type { Route } from './model.ts';

type Params = ParamsOf<'client.mock_routes'>;

export interface LoadedRoutes {
  readonly value: ResultOf<'client.mock_routes'> | null;
  readonly error: string | null;
}

/** Milliseconds between two looks while something changes. */
const EVERY_MS = 1000;

/** `params`: null for none. `version`: the routes are read again when it changes, at most once a second. */
export function useRoutes(params: Params | null, version: number | string = 0): LoadedRoutes {
  const [loaded, setLoaded] = useState<LoadedRoutes>({ value: null, error: null });
  const [changes, setChanges] = useState(0);
  const shown = useThrottled(`${version} ${changes}`, EVERY_MS);
  const key = JSON.stringify(params);
  useEffect(() => onFilesChanged(() => setChanges((now) => now + 1)), []);
  useEffect(() => {
    // Of one that has ended, the last ones stay.
    if (key !== 'null') setLoaded({ value: null, error: null });
  }, [key]);
  useEffect(() => {
    const given = JSON.parse(key) as Params | null;
    if (given === null) return;
    const ended = new AbortController();
    rpc('client.mock_routes', given, ended.signal).then(
      (value) => setLoaded({ value, error: null }),
      (reason: unknown) => {
        if (!ended.signal.aborted) setLoaded({ value: null, error: messageOf(reason) });
      },
    );
    return () => ended.abort();
  }, [key, shown]);
  return loaded;
}

/** Returns the example that answers a plain call: the first with a status of 2xx, otherwise the first. */
export function mainExample({ examples }: Route): Route['examples'][number] | undefined {
  return examples.find(({ status }) => status >= 200 && status < 300) ?? examples[0];
}

export interface Nearest {
  readonly route: Route;
  readonly why: string;
  /** From 0 to 1. */
  readonly score: number;
}

const MAX_NEAREST = 3;

/** Returns the routes that a call has nearly met, the nearest first, with what differs. */
export function nearestRoutes(method: string, path: string, routes: readonly Route[]): readonly Nearest[] {
  const wanted = segments(path);
  return routes
    .map((route) => ({ route, ...compared(method, wanted, route) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_NEAREST);
}

function compared(method: string, wanted: readonly string[], route: Route): Omit<Nearest, 'route'> {
  const own = segments(route.path);
  const length = Math.max(own.length, wanted.length, 1);
  const same = own.filter((each, at) => isSame(each, wanted[at])).length;
  // A variable fits anything, and says nothing.
  if (!own.some((each, at) => each === wanted[at])) return { score: 0, why: '' };
  const isWhole = same === own.length && same === wanted.length;
  const score = (same / length) * (route.method === method ? 1 : 0.9);
  if (isWhole && route.method !== method) return { score, why: `only ${route.method}` };
  if (own.length !== wanted.length) {
    const more = own.length > wanted.length;
    return { score: score / 2, why: more ? 'a longer path' : 'a shorter path' };
  }
  const at = own.findIndex((each, index) => !isSame(each, wanted[index]));
  return { score, why: at === own.length - 1 ? 'another last segment' : `another segment ${at + 1}` };
}

function segments(path: string): readonly string[] {
  const [plain = ''] = path.split(/[?#]/, 1);
  return plain.split('/').filter((each) => each !== '');
}

function isSame(own: string, received: string | undefined): boolean {
  return received !== undefined && (own === received || /^:|^\{|\{\{/.test(own));
}
