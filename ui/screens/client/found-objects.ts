// Finds objects of the workspace for the palette: whatever has a name, and what goes on in this window.
import {
  Braces,
  Database,
  FileText,
  Folder,
  Gauge,
  Layers,
  Play,
  Quote,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { Command } from '../../commands/index.ts';
import { environments } from './model/environments.ts';
import { openExample } from './model/shown-example.ts';
import { openTab } from './model/tabs.ts';
import { objectKey, workspace, type TreeObject } from './model/workspace.ts';
import { loads } from './loads/model.ts';
import { mocks } from './mocks/model.ts';

const MAX_OFFERED = 12;

/** The words and icons of kinds; requests have their method. */
const KINDS: Readonly<Record<string, readonly [word: string, icon: LucideIcon]>> = {
  collection: ['Collection', Folder],
  folder: ['Folder', Folder],
  environment: ['Environment', Braces],
  globals: ['Globals', Braces],
  dataset: ['Dataset', Database],
  spec: ['API description', FileText],
  flow: ['Flow', Workflow],
  run: ['Run configuration', Play],
  loadTest: ['Load test', Gauge],
};

interface Found {
  readonly id: string;
  readonly title: string;
  /** Names that lead to it. */
  readonly names: string;
  readonly icon: LucideIcon | undefined;
  readonly open: () => void;
}

/** Returns the objects whose name has the text. */
export function foundObjects(query: string): readonly Command[] {
  const text = query.trim().toLowerCase();
  if (text.length < 2 || /^[>#@]/.test(text)) return [];
  const found: Found[] = [];
  for (const each of named()) {
    if (!`${each.title} ${each.names}`.toLowerCase().includes(text)) continue;
    found.push(each);
    if (found.length === MAX_OFFERED) break;
  }
  return found.map(({ id, title, names, icon, open }): Command => ({
    id: `object.${id}`,
    group: 'objects',
    title,
    words: `${names} ${query}`,
    ...(icon !== undefined && { icon }),
    run: () => {
      location.hash = '#/client';
      open();
    },
  }));
}

function* named(): Generator<Found, void, undefined> {
  const { value } = workspace.store.get();
  for (const object of value?.tree ?? []) yield* namedIn(object, '');
  for (const { id, name } of environments.store.get().value ?? [])
    if (value?.tree.some((each) => each.kind === 'environment' && each.id === id) !== true)
      yield ofKind('environment', id, name, '');
  for (const { channel, state, end } of mocks.all())
    if (end === null) yield job('mock', channel, `Mock server of ${state.name}`, Layers);
  for (const { channel, state, end } of loads.all())
    if (end === null) yield job('load', channel, `${state.name} under load`, Gauge);
}

function* namedIn(object: TreeObject, names: string): Generator<Found, void, undefined> {
  const { kind, id, name, items = [], examples = [] } = object;
  if (kind === 'request')
    yield {
      id: objectKey(kind, id),
      title: `${typeof object.method === 'string' ? object.method : ''} ${name}`.trim(),
      names: `${names} ${typeof object.url === 'string' ? object.url : ''}`,
      icon: undefined,
      open: () => openTab(objectKey(kind, id)),
    };
  else yield ofKind(kind, id, name, names);
  for (const example of examples)
    yield {
      id: objectKey('example', example.id),
      title: `Example ${example.name} of ${name}`,
      names,
      icon: Quote,
      open: () => openExample(example.id),
    };
  for (const inner of items) yield* namedIn(inner, `${names} ${name}`.trim());
}

function ofKind(kind: string, id: string, name: string, names: string): Found {
  const [word, icon] = KINDS[kind] ?? [kind, FileText];
  return {
    id: objectKey(kind, id),
    title: kind === 'globals' ? word : `${word} ${name}`,
    names,
    icon,
    open: () => openTab(objectKey(kind, id)),
  };
}

function job(kind: string, channel: string, title: string, icon: LucideIcon): Found {
  return { id: `${kind}:${channel}`, title, names: '', icon, open: () => openTab(`${kind}:${channel}`) };
}
