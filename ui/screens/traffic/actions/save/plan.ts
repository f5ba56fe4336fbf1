// The plan of what captured requests become, and where they can go.
import { useEffect, useState } from 'react';
import type { ParamsOf, ResultOf, TreeObject } from '../../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../../api/client.ts';

export type Plan = ResultOf<'client.plan_from_traffic'>;
export type Choice = NonNullable<ParamsOf<'client.plan_from_traffic'>['requests']>[number];

/** The place that is a new collection. */
export const NEW = 'new';

/** Loads the collections and folders; null until they are there. */
export function usePlaces(): readonly (readonly [string, string])[] | null {
  const [places, setPlaces] = useState<readonly (readonly [string, string])[] | null>(null);
  useEffect(() => {
    rpc('client.workspace', {}).then(
      ({ tree }) => setPlaces(tree.flatMap((object) => placesIn(object, '', object.id))),
      () => setPlaces([]),
    );
  }, []);
  return places;
}

function placesIn(
  object: TreeObject,
  path: string,
  collection: string,
): readonly (readonly [string, string])[] {
  if (object.items === undefined) return [];
  const title = path === '' ? object.name : `${path} / ${object.name}`;
  const value = object.kind === 'folder' ? `${collection}/${object.id}` : object.id;
  return [[value, title], ...object.items.flatMap((each) => placesIn(each, title, collection))];
}

export function targetOf(place: string): { readonly collection?: string; readonly folder?: string } {
  if (place === NEW) return {};
  const [collection = '', folder] = place.split('/');
  return { collection, ...(folder !== undefined && { folder }) };
}

/** Asks the app for the plan whenever a choice changes. */
export function usePlan(selection: ParamsOf<'client.plan_from_traffic'> | null) {
  const [plan, setPlan] = useState<Plan | null>(null);
  const [error, setError] = useState<string | null>(null);
  const key = JSON.stringify(selection);
  useEffect(() => {
    const asked = JSON.parse(key) as ParamsOf<'client.plan_from_traffic'> | null;
    if (asked === null) return undefined;
    const ended = new AbortController();
    rpc('client.plan_from_traffic', asked, ended.signal).then(
      (answer) => {
        setError(null);
        setPlan(answer);
      },
      (reason: unknown) => {
        if (!ended.signal.aborted) setError(messageOf(reason));
      },
    );
    return () => ended.abort();
  }, [key]);
  return { plan, error };
}
