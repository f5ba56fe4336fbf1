// Adds to the filter what a request or a source has.
import { pathOf, quoted, typeOf } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import type { MenuEntry } from '../../../parts/index.ts';
import { setFilter, view } from '../model/view.ts';

/** A term that a menu offers. */
export interface FilterPart {
  /** Such as `Host`. */
  readonly title: string;
  /** Shown to the user, cut where it is long. */
  readonly value: string;
  readonly term: string;
}

/** Returns the part for the whole value of a key. */
export function partOf(title: string, key: string, value: string): FilterPart {
  return { title, value, term: `${key}:=${quoted(value)}` };
}

/** Returns the part for a path and all below it. */
export function pathPart(path: string): FilterPart {
  return { title: 'Path', value: path, term: `path:${quoted(path)}` };
}

/** Returns what a request offers. */
export function filterParts(flow: FlowSummary): readonly FilterPart[] {
  const { host, app, method, status } = flow;
  const [path = ''] = pathOf(flow).split('?');
  const type = typeOf(flow);
  return [
    partOf('Host', 'host', host),
    ...(path.length > 1 ? [pathPart(path)] : []),
    ...(app === null ? [] : [partOf('App', 'app', app)]),
    { title: 'Method', value: method, term: `method:${quoted(method)}` },
    ...(status === undefined
      ? []
      : [{ title: 'Status', value: String(status), term: `status:${String(status)}` }]),
    ...(type === null ? [] : [{ title: 'Type', value: type, term: `type:${quoted(type)}` }]),
  ];
}

/** Returns the entries that keep what has a part, and those that leave it out. */
export function filterEntries(parts: readonly FilterPart[]): readonly MenuEntry[] {
  const entry = ({ title, value, term }: FilterPart, verb: string, sign: string): MenuEntry => ({
    label: `${verb}${title.toLowerCase()} ${value}`,
    onSelect: () => addToFilter(sign + term),
  });
  return [
    ...parts.map((part) => entry(part, 'Only ', '')),
    'separator',
    ...parts.map((part) => entry(part, 'Not ', '-')),
  ];
}

/** Narrows the filter by a term. */
export function addToFilter(term: string): void {
  const { filter, validText } = view.get();
  const before = validText.trim();
  if (before === '') setFilter(term);
  else if (filter.terms.some(({ text }) => text === term)) setFilter(before);
  else setFilter(`${/ (?:OR|\|\|) /.test(before) ? `(${before})` : before} ${term}`);
}
