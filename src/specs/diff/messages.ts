// Compares what travels in one direction: schemas with the names of the parts in which they are, and media types.
import type { JsonObject } from '../../documents/json-values.ts';
import {
  found,
  NARROWS,
  NEUTRAL,
  UNCLEAR,
  WIDENS,
  type Direction,
  type Effect,
  type FoundChange,
  type Level,
} from './change.ts';
import type { DocumentPair } from './schemas/document-pair.ts';
import { SchemaComparison } from './schemas/index.ts';
import type { SchemaChange } from './schemas/schema-change.ts';

/** Media types whose values are texts, whatever the types in their schemas. */
const TEXT = /^(?:application\/x-www-form-urlencoded|multipart\/|text\/)|[/+]xml(?:;|$)/;

/** Nothing is said about the data any more, which may stay as it is. */
const UNDESCRIBED: Effect = { sent: 'info', received: 'warning' };

/** A part of an operation that has a schema. */
export interface MessagePart {
  readonly direction: Direction;
  /** Such as `parameter` or `header`; of a body, a property has a name of its own. */
  readonly kind: 'body' | 'parameter' | 'header';
  /** Names it in sentences, such as `the query parameter page`. */
  readonly what: string;
}

export class Messages {
  readonly #pair: DocumentPair;
  readonly #comparisons = new Map<string, SchemaComparison>();

  constructor(pair: DocumentPair) {
    this.#pair = pair;
  }

  /** `isText`: values travel as text, which has no types. */
  schemas(
    before: unknown,
    after: unknown,
    part: MessagePart,
    isText = part.kind !== 'body',
  ): readonly FoundChange[] {
    const comparison = this.#comparison(part.direction, isText);
    return comparison.message(before, after).map((change) => foundAt(change, part));
  }

  /** Compares the bodies of two messages by media type. */
  contents(
    before: JsonObject,
    after: JsonObject,
    part: MessagePart,
    nouns: BodyNouns,
  ): readonly FoundChange[] {
    const [old, young] = [this.#mediaOf('old', before), this.#mediaOf('young', after)];
    const { pairs, gone, added } = matchedTypes([...old.keys()], [...young.keys()], part);
    const side = sideOf(part.direction);
    return [
      ...pairs.flatMap(({ was, is, change }) => [
        ...(change === null ? [] : [change]),
        ...this.#media(old.get(was)!, young.get(is)!, { ...part, what: nouns.named(is) }, is),
      ]),
      ...gone.map((type) => found(`${side}-media-type-removed`, 'error', nouns.gone(type))),
      ...added.map((type) => found(`${side}-media-type-added`, 'info', nouns.added(type))),
    ];
  }

  #media(old: JsonObject, young: JsonObject, part: MessagePart, type: string): readonly FoundChange[] {
    const side = `${sideOf(part.direction)}-body`;
    return [
      ...(['schema', 'itemSchema'] as const).flatMap((key) => {
        const [before, after] = [old[key], young[key]];
        const noun = key === 'schema' ? 'schema' : 'schema of items';
        const id = `${side}-media-type-${key === 'schema' ? 'schema' : 'item-schema'}`;
        if (before === undefined && after === undefined) return [];
        if (before === undefined)
          return [found(`${id}-added`, NARROWS[part.direction], `${part.what} has a ${noun}`)];
        if (after === undefined)
          return [
            found(`${id}-removed`, UNDESCRIBED[part.direction], `${part.what} has no ${noun} any more`),
          ];
        const within = key === 'schema' ? part : { ...part, what: `${part.what}, items` };
        const changes = this.schemas(before, after, within, TEXT.test(type));
        return type.includes('xml') ? changes : changes.filter(({ id }) => !id.includes('-xml-'));
      }),
      ...(this.#pair.areSame(old['encoding'], young['encoding'])
        ? []
        : [
            found(
              `${side}-encoding-changed`,
              UNCLEAR[part.direction],
              `${part.what} has another encoding of parts`,
            ),
          ]),
    ];
  }

  #mediaOf(version: 'old' | 'young', { content }: JsonObject): ReadonlyMap<string, JsonObject> {
    const { references } = this.#pair[version];
    const all = references.fields(content);
    return new Map(Object.entries(all).map(([type, media]) => [plainType(type), references.fields(media)]));
  }

  #comparison(direction: Direction, isText: boolean): SchemaComparison {
    const key = `${direction} ${isText}`;
    const comparison = this.#comparisons.get(key) ?? new SchemaComparison(this.#pair, direction, isText);
    this.#comparisons.set(key, comparison);
    return comparison;
  }
}

/** The sentences about a body of a media type. */
export interface BodyNouns {
  readonly named: (type: string) => string;
  readonly gone: (type: string) => string;
  readonly added: (type: string) => string;
}

export function sideOf(direction: Direction): 'request' | 'response' {
  return direction === 'sent' ? 'request' : 'response';
}

function foundAt({ path, id, effect, predicate, isAbsent }: SchemaChange, part: MessagePart): FoundChange {
  const { direction, kind, what } = part;
  const noun = path === '' ? kind : kind === 'body' ? 'property' : `${kind}-property`;
  const judged = kind === 'parameter' ? levelInParameter(id, path, effect[direction]) : effect[direction];
  const level = isAbsent ? 'info' : judged;
  return found(
    `${sideOf(direction)}-${noun}-${id}`,
    level,
    `${what}${path === '' ? '' : `: ${path}`} ${predicate}`,
  );
}

/**
 * A client that leaves a parameter out gets the default, and so something else when it changes. How a property of a
 * parameter is written need not show its type.
 */
function levelInParameter(id: string, path: string, level: Level): Level {
  if (path === '' && id.startsWith('default-value')) return id.endsWith('changed') ? 'error' : 'warning';
  return path !== '' && id === 'type-changed' && level === 'error' ? 'warning' : level;
}

interface MatchedTypes {
  readonly pairs: readonly {
    readonly was: string;
    readonly is: string;
    readonly change: FoundChange | null;
  }[];
  readonly gone: readonly string[];
  readonly added: readonly string[];
}

/** Finds media types again: by name, by what comes before their parameters, and as a part of one or the other. */
function matchedTypes(old: readonly string[], young: readonly string[], part: MessagePart): MatchedTypes {
  const pairs: MatchedTypes['pairs'][number][] = old
    .filter((type) => young.includes(type))
    .map((type) => ({ was: type, is: type, change: null }));
  let gone = old.filter((type) => !young.includes(type));
  let added = young.filter((type) => !old.includes(type));
  const { direction, what } = part;
  for (const [isMatch, verb, effect] of [
    [(was: string, is: string) => essence(was) === essence(is), 'changed', NEUTRAL],
    [(was: string, is: string) => includes(is, was), 'generalized', WIDENS],
    [(was: string, is: string) => includes(was, is), 'specialized', NARROWS],
  ] as const)
    for (const was of gone) {
      const is = added.find((each) => isMatch(was, each));
      if (is === undefined) continue;
      const sentence = `${what} has the media type ${is}, before ${was}`;
      const change = found(`${sideOf(direction)}-media-type-name-${verb}`, effect[direction], sentence);
      pairs.push({ was, is, change });
      gone = gone.filter((each) => each !== was);
      added = added.filter((each) => each !== is);
    }
  return { pairs, gone, added };
}

/** Returns a media type in the spelling in which types are compared. */
function plainType(type: string): string {
  return type.toLowerCase().replaceAll(/\s+/g, '');
}

function essence(type: string): string {
  return type.split(';')[0]!;
}

/** True for a range or a syntax and one of its types, such as `application/json` and `application/problem+json`. */
function includes(range: string, type: string): boolean {
  const [top = '', sub = ''] = essence(range).split('/');
  const [first, second = ''] = essence(type).split('/');
  if (top === '*') return essence(type) !== '*/*';
  return top === first && sub !== second && (sub === '*' || second.endsWith(`+${sub}`));
}
