// The URL of the traffic screen names what is shown: source, filter, request and tab. Reload, back and forward lead to it.
import { useEffect } from 'react';
import type { ScreenProps } from '../../contract.ts';
import { flowTable } from '../../../state/flows.ts';
import { locationFragment } from '../../../state/location.ts';
import { agentRun } from './agent-runs.ts';
import { chosenTab, isTabId, tabOf, webSocketTab } from './tab-ids.ts';
import { compared, type Pair } from './compared.ts';
import { isDetailOpen, selection, selectNone, selectOne } from './selection.ts';
import type { Source } from './sources.ts';
import { setChips, setFilter, setSource, view, type Chip } from './view.ts';

type Params = ScreenProps['params'];

const GROUPS = ['status', 'type', 'method'] as const satisfies readonly Chip['group'][];
/** Milliseconds after which the URL follows what moves quickly: browsers bound how often it changes. */
const SETTLED_MS = 200;

/** Keeps the URL and the screen in step. `params`: those of the location that was gone to. */
export function useAddress(params: Params): void {
  useEffect(() => {
    isShowing = true;
    show(params, isOwnEntry());
    isShowing = false;
    written = address();
    enter(written, false);
  }, [params]);
  useEffect(() => {
    const stores = [agentRun, compared, view, selection, isDetailOpen, chosenTab, webSocketTab];
    const stops = stores.map(({ subscribe }) => subscribe(follow));
    addEventListener('pagehide', settle);
    addEventListener('pointerdown', notePointer, { capture: true });
    addEventListener('keydown', noteKey, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      removeEventListener('pagehide', settle);
      removeEventListener('pointerdown', notePointer, { capture: true });
      removeEventListener('keydown', noteKey, { capture: true });
    };
  }, []);
}

/** Returns the parameters for what is shown. */
function address(): Params {
  const { source, validText, chips } = view.get();
  const { cursor } = selection.get();
  const isOpen = isDetailOpen.get() && cursor !== null;
  return {
    ...comparedParams(compared.get()),
    ...(agentRun.get() !== null && { run: String(agentRun.get()) }),
    ...sourceParams(source),
    ...(validText !== '' && { filter: validText }),
    ...Object.fromEntries(
      GROUPS.flatMap((group) => {
        const values = chips.filter((chip) => chip.group === group).map(({ value }) => value);
        return values.length === 0 ? [] : [[group, values.join()]];
      }),
    ),
    ...(isOpen && { id: String(cursor), tab: tabOf(flowTable.find(cursor)).get() }),
    ...(!isOpen && cursor !== null && { row: String(cursor) }),
  };
}

/** Shows what parameters name. `isWhole`: what they do not name has the value with which the screen starts. */
function show(params: Params, isWhole: boolean): void {
  const source = sourceOf(params);
  const chips = chipsOf(params);
  const { filter, tab } = params;
  if (isWhole || source !== null || filter !== undefined) setSource(source ?? { type: 'all' });
  if (isWhole || source !== null || filter !== undefined) setFilter(filter ?? '');
  if (isWhole || chips.length > 0 || filter !== undefined) setChips(chips);
  const [id, row] = [idOf(params['id']), idOf(params['row'])];
  if (isTabId(tab) && id !== null) tabOf(flowTable.find(id)).set(tab);
  if (isWhole && id === null && row === null) selectNone();
  else if ((id ?? row) !== null && selection.get().cursor !== (id ?? row)) selectOne((id ?? row)!);
  if (isWhole || id !== null) isDetailOpen.set(id !== null);
  compared.set(pairOf(params['compare']));
  agentRun.set(idOf(params['run']));
}

function comparedParams(pair: Pair | null): Params {
  return pair === null ? {} : { compare: `${pair.a},${pair.b}` };
}

function pairOf(text = ''): Pair | null {
  const [a, b] = text.split(',').map(idOf);
  return a === undefined || b === undefined || a === null || b === null ? null : { a, b };
}

function sourceParams(source: Source): Params {
  switch (source.type) {
    case 'all':
      return {};
    case 'saved':
      return { saved: source.name };
    case 'app':
      return { app: source.app };
    case 'host':
      return { host: source.host, ...(source.path !== '' && { path: source.path }) };
    default:
      return { source: source.type };
  }
}

function sourceOf({ source, saved, app, host, path = '' }: Params): Source | null {
  if (saved !== undefined) return { type: 'saved', name: saved };
  if (app !== undefined) return { type: 'app', app };
  if (host !== undefined) return { type: 'host', host, path };
  const isNamed = source === 'pinned' || source === 'errors' || source === 'held' || source === 'assistants';
  return isNamed ? { type: source } : null;
}

function chipsOf(params: Params): readonly Chip[] {
  return GROUPS.flatMap((group) =>
    (params[group] ?? '')
      .split(',')
      .filter((value) => value !== '')
      .map((value) => ({ group, value })),
  );
}

function idOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

let written: Params = {};
let timer: ReturnType<typeof setTimeout> | undefined;
let isByPointer = false;
/** True while parts of a location are shown one after another. */
let isShowing = false;

function notePointer(): void {
  isByPointer = true;
}

function noteKey(): void {
  isByPointer = false;
}

/** True for an entry of the history that names all that is shown; links name less. */
function isOwnEntry(): boolean {
  return (history.state as { readonly traffic?: true } | null)?.traffic === true;
}

/** Follows a change: a step that people go back to is an entry of its own, moving and typing are not. */
function follow(): void {
  clearTimeout(timer);
  if (isShowing) return;
  if (isStep(written, address())) write(true);
  else timer = setTimeout(settle, SETTLED_MS);
}

function settle(): void {
  clearTimeout(timer);
  write(false);
}

function write(isEntry: boolean): void {
  const params = address();
  // A link may have been followed that is not shown yet.
  if (!isOwnEntry() || JSON.stringify(params) === JSON.stringify(written)) return;
  written = params;
  enter(params, isEntry);
}

function enter(params: Params, isEntry: boolean): void {
  const url = locationFragment('traffic', params);
  if (isEntry) history.pushState({ traffic: true }, '', url);
  else history.replaceState({ traffic: true }, '', url);
}

function isStep(before: Params, after: Params): boolean {
  const isOther = (name: string): boolean => before[name] !== after[name];
  if (['compare', 'run', 'source', 'saved', 'app', 'host', 'path', ...GROUPS].some(isOther)) return true;
  // The first character that is typed, the last that is deleted.
  if ((before['filter'] === undefined) !== (after['filter'] === undefined)) return true;
  return isOther('id') && (isByPointer || before['id'] === undefined || after['id'] === undefined);
}
