// The folders and the collection around an object, with the headers and settings that it inherits from them.
import { useEffect, useReducer } from 'react';
import { followObject, openObject } from '../model/objects.ts';
import { placed } from '../model/steps.ts';
import { objectKey } from '../model/workspace.ts';
import type { Pair, RequestSettings } from './fields.ts';

/** As a request is sent where nothing says otherwise. */
const DEFAULTS: RequestSettings = {
  followRedirects: true,
  maxRedirects: 10,
  keepMethod: false,
  keepAuthorization: false,
  verifyTls: true,
  timeoutMs: 0,
  httpVersion: 'auto',
  encodeUrl: true,
  sendCookies: true,
  bodyWithGet: true,
};

export interface Around {
  readonly key: string;
  readonly name: string;
  readonly headers: readonly Pair[];
  readonly settings: Partial<RequestSettings>;
}

/** Returns what is around an object, the nearest first, as it is typed; without what is not read yet. */
export function useAround(tabKey: string): readonly Around[] {
  const keys = (placed(tabKey)?.above.toReversed() ?? []).map(({ kind, id }) => objectKey(kind, id));
  const names = keys.join('\n');
  const [, show] = useReducer((shown: number) => shown + 1, 0);
  useEffect(() => {
    const ends = names === '' ? [] : names.split('\n').map((key) => followObject(key, show));
    return () => ends.forEach((end) => end());
  }, [names]);
  return keys.flatMap((key) => {
    const { state, value } = openObject(key);
    if (state === 'loading') return [];
    const { name, headers = [], settings = {} } = value as Partial<Around>;
    return [{ key, name: name ?? '', headers, settings }];
  });
}

/** Returns the settings of what is around an object, and the defaults for the rest. */
export function inheritedSettings(around: readonly Around[]): RequestSettings {
  return Object.assign(
    { ...DEFAULTS },
    ...around.toReversed().map(({ settings }) => settings),
  ) as RequestSettings;
}

/** Returns the nearest object that has a setting; undefined where none has. */
export function settingOwner(around: readonly Around[], name: keyof RequestSettings): Around | undefined {
  return around.find(({ settings }) => settings[name] !== undefined);
}

/** A header that is inherited. */
export interface InheritedHeader {
  readonly header: Pair;
  readonly from: Around;
}

/** Returns the headers that are sent besides `own`. */
export function inheritedHeaders(
  around: readonly Around[],
  own: readonly Pair[],
): readonly InheritedHeader[] {
  const taken = namesOf(own);
  const found: InheritedHeader[] = [];
  for (const from of around) {
    const inherited = from.headers.filter(({ name, enabled }) => enabled && !taken.has(name.toLowerCase()));
    found.push(...inherited.map((header) => ({ header, from })));
    namesOf(from.headers).forEach((name) => taken.add(name));
  }
  return found;
}

function namesOf(headers: readonly Pair[]): Set<string> {
  return new Set(headers.filter(({ enabled }) => enabled).map(({ name }) => name.toLowerCase()));
}
