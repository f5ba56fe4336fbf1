// Takes out of captured requests what saved ones do not have: hosts and secrets become variables, cookies and automatic
// headers are left out.
import type { Environment } from '../../collections/model/environment.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import type { Pair, Variable } from '../../collections/model/values.ts';
import { headerSpans } from '../../secrets/header-spans.ts';
import { secretSpans, type Span } from '../../secrets/spans.ts';
import { urlSpans } from '../../secrets/url-spans.ts';
import { freeName } from './endpoint-url.ts';
import { isLeftOut } from './left-out.ts';

export type TakenOutKind = 'host' | 'secret' | 'authorization' | 'cookies' | 'headers';

export interface TakenOut {
  /** The same for the same selection, so that a choice can name it. */
  readonly id: string;
  readonly kind: TakenOutKind;
  /** For people, secrets masked. */
  readonly shown: string;
  /** The variable that stands for it; null where it is left out. */
  readonly variable: string | null;
  readonly isNew: boolean;
}

/** Variables and authorization where the requests are saved. */
export interface Surroundings {
  /** Those of the collection and of globals. */
  readonly variables: readonly Variable[];
  readonly environments: readonly Environment[];
  /** True when requests there inherit an authorization. */
  readonly hasAuth: boolean;
}

interface NewVariable {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

const CONTEXT = { isPlain: false, isCode: false };

export class Extraction {
  readonly #surroundings: Surroundings;
  readonly #keep: ReadonlySet<string>;
  readonly #entries = new Map<string, TakenOut>();
  readonly #names: Set<string>;
  /** Variables by value. */
  readonly #known = new Map<string, string>();
  readonly #added: NewVariable[] = [];

  /** `keep`: ids of what stays in the requests. */
  constructor(surroundings: Surroundings, keep: ReadonlySet<string>) {
    this.#surroundings = surroundings;
    this.#keep = keep;
    const all = [
      ...surroundings.environments.flatMap(({ variables }) => variables),
      ...surroundings.variables,
    ];
    this.#names = new Set(all.map(({ name }) => name));
    for (const { name, value, enabled } of all)
      if (enabled && value !== '' && !this.#known.has(value)) this.#known.set(value, name);
  }

  get entries(): readonly TakenOut[] {
    return [...this.#entries.values()];
  }

  get added(): readonly NewVariable[] {
    return this.#added;
  }

  /** Returns the origin, or the variable that stands for it. */
  origin(origin: string): string {
    const known = [origin, `${origin}/`]
      .map((value) => this.#known.get(value))
      .find((name) => name !== undefined);
    const id = `host ${origin}`;
    if (this.#keep.has(id))
      return this.#note({ id, kind: 'host', shown: origin, variable: known ?? null }, origin);
    const variable =
      known ?? this.#add(this.#names.has('baseUrl') ? `${hostWord(origin)}Url` : 'baseUrl', origin, false);
    // A value that ends with a slash would double it.
    const value = this.#known.get(origin) === variable || known === undefined ? `{{${variable}}}` : origin;
    return this.#note({ id, kind: 'host', shown: origin, variable }, value);
  }

  /** Returns the request without its secrets, cookies and automatic headers. */
  request(request: SavedRequest): SavedRequest {
    const { body } = request;
    return {
      ...request,
      headers: request.headers.flatMap((header) => this.#header(header)),
      query: request.query.map((pair) => ({ ...pair, value: this.#queryValue(pair.name, pair.value) })),
      body:
        body.type === 'raw'
          ? { ...body, text: this.#replaced(body.text, secretSpans(body.text, CONTEXT), 'body') }
          : body,
    };
  }

  #header(header: Pair): readonly Pair[] {
    const { name, value } = header;
    const key = name.toLowerCase();
    if (key === 'cookie') {
      const names = value.split(';').map((each) => each.split('=', 1)[0]!.trim());
      return this.#unless({ id: 'cookies', kind: 'cookies', shown: `Cookie: ${names.join(', ')}` }, header);
    }
    if (isLeftOut(name)) return this.#unless({ id: `headers ${key}`, kind: 'headers', shown: name }, header);
    if (key === 'authorization' && this.#surroundings.hasAuth) {
      const [scheme = ''] = value.split(' ', 1);
      return this.#unless(
        { id: 'authorization', kind: 'authorization', shown: `${name}: ${scheme} ••••` },
        header,
      );
    }
    return [{ ...header, value: this.#replaced(value, headerSpans(name, value, CONTEXT), name) }];
  }

  #queryValue(name: string, value: string | null): string | null {
    if (value === null) return null;
    const before = `/?${name}=`;
    const spans = urlSpans(before + value, CONTEXT)
      .filter(({ start }) => start >= before.length)
      .map((span) => ({ ...span, start: span.start - before.length, end: span.end - before.length }));
    return this.#replaced(value, spans, name);
  }

  /** Returns the text with variables in the place of secrets. */
  #replaced(text: string, spans: readonly Span[], label: string): string {
    let result = '';
    let from = 0;
    for (const span of spans) {
      if (span.isRedactOnly) continue;
      const value = text.slice(span.start, span.end);
      result += text.slice(from, span.start) + this.#secret(value, span.name ?? label);
      from = span.end;
    }
    return result + text.slice(from);
  }

  #secret(value: string, label: string): string {
    const id = `secret ${label.toLowerCase()} ${value.length} ${value.slice(-4)}`;
    const shown = `${label}: ••••${value.length > 12 ? value.slice(-4) : ''}`;
    const known = this.#known.get(value);
    if (this.#keep.has(id)) return this.#note({ id, kind: 'secret', shown, variable: known ?? null }, value);
    const variable = known ?? this.#add(variableName(label), value, true);
    return this.#note({ id, kind: 'secret', shown, variable }, `{{${variable}}}`);
  }

  #add(wanted: string, value: string, secret: boolean): string {
    const name = freeName(wanted, this.#names);
    this.#names.add(name);
    this.#known.set(value, name);
    this.#added.push({ name, value, secret });
    return name;
  }

  #unless(entry: Pick<TakenOut, 'id' | 'kind' | 'shown'>, header: Pair): readonly Pair[] {
    this.#note({ ...entry, variable: null }, '');
    return this.#keep.has(entry.id) ? [header] : [];
  }

  #note(entry: Omit<TakenOut, 'isNew'>, result: string): string {
    const isNew = this.#added.some(({ name }) => name === entry.variable);
    this.#entries.set(entry.id, { ...entry, isNew });
    return result;
  }
}

/** Returns `pay` for `https://pay.example.com:8080`. */
function hostWord(origin: string): string {
  const host = origin.replace(/^.*:\/\//, '').replace(/:\d+$/, '');
  const [word = ''] = host.split('.').filter((each) => !/^(?:www|\d+)$/.test(each));
  return camelCase(word) || 'host';
}

function variableName(label: string): string {
  const name = camelCase(label);
  return name === '' || name === 'authorization' ? 'token' : name;
}

/** Returns `cartToken` for `X-Cart-Token`. */
function camelCase(text: string): string {
  const [first = '', ...rest] = text
    .replace(/^x-/i, '')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '');
  const start = /^[A-Z\d]+$/.test(first)
    ? first.toLowerCase()
    : first.charAt(0).toLowerCase() + first.slice(1);
  return (
    start.replace(/^\d+/, '') + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  );
}
