// Descriptions of the servers of the open requests, as they were asked. They last as long as the page.
import type { ResultOf } from '../../../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../../../api/client.ts';
import { createStore, useStore } from '../../../../../state/store.ts';
import { flushObjects, openObject } from '../../../model/objects.ts';
import type { ColumnProps } from '../contract.ts';

export type Description = ResultOf<'client.describe_server'>;
export type DescriptionOf<K extends Description['kind']> = Extract<Description, { readonly kind: K }>;

export interface Asked<D extends Description = Description> {
  readonly isAsking: boolean;
  /** The last answer; null before the first. */
  readonly value: D | null;
  /** Epoch milliseconds of the answer. */
  readonly time: number;
  /** The reason why there is none, or no newer one. */
  readonly error: string | null;
}

const NOT_ASKED = { isAsking: false, value: null, time: 0, error: null } as const;

const descriptions = createStore<Readonly<Record<string, Asked>>>({});

/** Returns what the server of a tab offers, when it was asked and is of this kind. */
export function useDescription<K extends Description['kind']>(
  tabKey: string,
  kind: K,
): Asked<DescriptionOf<K>> {
  return ofKind(useStore(descriptions)[tabKey], kind);
}

function ofKind<K extends Description['kind']>(asked: Asked | undefined, kind: K): Asked<DescriptionOf<K>> {
  if (asked === undefined) return NOT_ASKED;
  const { value } = asked;
  if (value === null) return { ...asked, value };
  return value.kind === kind ? { ...asked, value: value as DescriptionOf<K> } : NOT_ASKED;
}

/** Asks the server of a tab with the request as it is on the screen. */
export async function askServer({ tabKey, where }: Pick<ColumnProps, 'tabKey' | 'where'>): Promise<void> {
  const note = (changed: Partial<Asked>): void =>
    descriptions.update((all) => ({ ...all, [tabKey]: { ...(all[tabKey] ?? NOT_ASKED), ...changed } }));
  note({ isAsking: true, error: null });
  try {
    await flushObjects([tabKey]);
    const value = await rpc('client.describe_server', { request: openObject(tabKey).value, ...where });
    note({ isAsking: false, value, time: Date.now() });
  } catch (error) {
    note({ isAsking: false, error: messageOf(error) });
  }
}
