// `Intl`, `localeCompare` and the `toLocale…` functions with the results of the host, which does the work.
import { defineLazy, type Environment, type Host } from './environment.ts';

type Ask = (
  kind: string | null,
  locales: unknown,
  options: unknown,
  name: string | null,
  values?: readonly unknown[],
) => unknown;

const { parse, stringify } = JSON;
const errors: Readonly<Record<string, new (message: string) => Error>> = { RangeError, TypeError };

/** The methods of each kind; those that are `bound` are read as functions of their own. */
const KINDS: Readonly<Record<string, { readonly bound?: string; readonly methods: readonly string[] }>> = {
  Collator: { bound: 'compare', methods: [] },
  DateTimeFormat: { bound: 'format', methods: ['formatToParts', 'formatRange', 'formatRangeToParts'] },
  DisplayNames: { methods: ['of'] },
  ListFormat: { methods: ['format', 'formatToParts'] },
  NumberFormat: { bound: 'format', methods: ['formatToParts', 'formatRange', 'formatRangeToParts'] },
  PluralRules: { methods: ['select', 'selectRange'] },
  RelativeTimeFormat: { methods: ['format', 'formatToParts'] },
};

const LOCALE_PARTS = [
  'baseName',
  'calendar',
  'caseFirst',
  'collation',
  'hourCycle',
  'language',
  'numberingSystem',
  'numeric',
  'region',
  'script',
] as const;

export function defineIntl({ host }: Pick<Environment, 'host'>): void {
  const ask = asking(host);
  defineLazy(globalThis, 'Intl', () => intlOf(ask), false);
  method(
    String.prototype,
    'localeCompare',
    function (this: unknown, other: unknown, locales: unknown, options: unknown) {
      const [one, two] = [String(this), String(other)];
      if (one === two) return 0;
      const isPlain =
        locales === undefined && options === undefined && !one.includes('\0') && !two.includes('\0');
      return isPlain
        ? Number(host.collate(one, two))
        : ask('Collator', locales, options, 'compare', [one, two]);
    },
  );
  for (const [name, asked] of [
    ['toLocaleUpperCase', 'upper'],
    ['toLocaleLowerCase', 'lower'],
  ] as const)
    method(String.prototype, name, function (this: unknown, locales: unknown) {
      return ask(null, null, null, asked, [String(this), plainLocales(locales)]);
    });
  const format = (kind: string) =>
    function (this: unknown, locales: unknown, options: unknown): unknown {
      return ask(kind, locales, options, 'format', [valueOf(this)]);
    };
  method(Number.prototype, 'toLocaleString', format('NumberFormat'));
  method(BigInt.prototype, 'toLocaleString', format('NumberFormat'));
  defineDates(ask);
  method(
    Array.prototype,
    'toLocaleString',
    function (this: readonly unknown[], ...given: readonly unknown[]) {
      return Array.from(this, (each) => localText(each, given)).join(',');
    },
  );
}

function localText(value: unknown, given: readonly unknown[]): string {
  if (value === null || value === undefined) return '';
  return (value as { toLocaleString: (...values: readonly unknown[]) => string }).toLocaleString(...given);
}

const DATE = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
const DATE_FIELDS = ['weekday', 'year', 'month', 'day', 'dateStyle'] as const;
const TIME_FIELDS = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits', 'timeStyle'] as const;

/** The functions add the fields that are shown by default, as ECMA-402 says. */
function defineDates(ask: Ask): void {
  const define = (name: string, required: readonly string[], defaults: object): void =>
    method(Date.prototype, name, function (this: Date, locales: unknown, options?: object) {
      const time = this.getTime();
      if (Number.isNaN(time)) return 'Invalid Date';
      const given: Readonly<Record<string, unknown>> = { ...options };
      const isChosen = required.some((field) => given[field] !== undefined);
      return ask('DateTimeFormat', locales, isChosen ? given : { ...defaults, ...given }, 'format', [time]);
    });
  define('toLocaleString', [...DATE_FIELDS, ...TIME_FIELDS], { ...DATE, ...TIME });
  define('toLocaleDateString', DATE_FIELDS, DATE);
  define('toLocaleTimeString', TIME_FIELDS, TIME);
}

function asking(host: Host): Ask {
  return (kind, locales, options, name, values = []) => {
    const asked = [kind, plainLocales(locales) ?? null, options ?? null, name, values.map(encoded)];
    const { value, error } = parse(host.intl(stringify(asked))) as {
      readonly value?: unknown;
      readonly error?: readonly [string, string];
    };
    if (error !== undefined) throw new (errors[error[0]] ?? Error)(error[1]);
    return value ?? undefined;
  };
}

/** Returns what JSON has in place of a value: null for undefined. */
function encoded(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { number: Object.is(value, -0) ? '-0' : String(value) };
  if (value instanceof Date) return encoded(value.getTime());
  return Array.isArray(value) ? value.map(String) : value;
}

interface Locale {
  readonly toString: () => string;
}

/** A list may have objects of `Intl.Locale`. */
function plainLocales(locales: unknown): unknown {
  if (Array.isArray(locales)) return locales.map(String);
  return typeof locales === 'object' && locales !== null ? (locales as Locale).toString() : locales;
}

function valueOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? value.valueOf() : value;
}

function intlOf(ask: Ask): object {
  const intl: Record<string, unknown> = {
    getCanonicalLocales: (locales: unknown) =>
      ask(null, null, null, 'getCanonicalLocales', [plainLocales(locales)]),
    supportedValuesOf: (key: unknown) => ask(null, null, null, 'supportedValuesOf', [String(key)]),
    Locale: localeOf(ask),
    Segmenter: segmenterOf(ask),
  };
  for (const [kind, { bound, methods }] of Object.entries(KINDS))
    intl[kind] = formatOf(ask, kind, bound, methods);
  Object.defineProperty(intl, Symbol.toStringTag, { value: 'Intl', configurable: true });
  return intl;
}

interface Given {
  readonly locales: unknown;
  readonly options: unknown;
}

/** The locales and options of each object, which JSON copies when it is made. */
const given = new WeakMap<object, Given>();

function take(object: object, ask: Ask, kind: string, locales: unknown, options: unknown): void {
  const copied: Given = {
    locales: plainLocales(locales),
    options: options === undefined ? undefined : (parse(stringify(options)) as unknown),
  };
  ask(kind, copied.locales, copied.options, null);
  given.set(object, copied);
}

function askOf(object: object, ask: Ask, kind: string, name: string, values: readonly unknown[]): unknown {
  const { locales, options } = given.get(object) ?? {};
  return ask(kind, locales, options, name, values);
}

/** Returns a constructor. As those of the language, it makes an object without `new` too. */
function formatOf(ask: Ask, kind: string, bound: string | undefined, methods: readonly string[]): unknown {
  const make = function (this: object, locales: unknown, options: unknown): unknown {
    // Without `new`.
    if (!(this instanceof make)) return Reflect.construct(make, [locales, options]);
    take(this, ask, kind, locales, options);
    return undefined;
  };
  Object.defineProperty(make, 'name', { value: kind });
  method(make, 'supportedLocalesOf', (locales: unknown, options: unknown) =>
    ask(kind, locales, options, 'supportedLocalesOf'),
  );
  const prototype = make.prototype as object;
  for (const name of [...methods, 'resolvedOptions'])
    method(prototype, name, function (this: object, ...values: readonly unknown[]) {
      return askOf(
        this,
        ask,
        kind,
        name,
        values.length === 0 && name.startsWith('format') && kind === 'DateTimeFormat' ? [Date.now()] : values,
      );
    });
  if (bound !== undefined)
    Object.defineProperty(prototype, bound, {
      get(this: object) {
        return (...values: readonly unknown[]) =>
          askOf(
            this,
            ask,
            kind,
            bound,
            kind === 'DateTimeFormat' && values[0] === undefined ? [Date.now()] : values,
          );
      },
      configurable: true,
    });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: `Intl.${kind}`, configurable: true });
  return make;
}

function localeOf(ask: Ask): unknown {
  class Locale {
    constructor(tag: unknown, options: unknown) {
      take(this, ask, 'Locale', tag, options);
    }

    toString(): string {
      return askOf(this, ask, 'Locale', 'toString', []) as string;
    }

    maximize(): Locale {
      return new Locale(askOf(this, ask, 'Locale', 'maximize', []), undefined);
    }

    minimize(): Locale {
      return new Locale(askOf(this, ask, 'Locale', 'minimize', []), undefined);
    }
  }
  for (const part of LOCALE_PARTS)
    Object.defineProperty(Locale.prototype, part, {
      get(this: object) {
        return askOf(this, ask, 'Locale', part, []);
      },
      configurable: true,
    });
  return Locale;
}

interface Segment {
  readonly segment: string;
  readonly index: number;
}

function segmenterOf(ask: Ask): unknown {
  return class Segmenter {
    static supportedLocalesOf(locales: unknown, options: unknown): unknown {
      return ask('Segmenter', locales, options, 'supportedLocalesOf');
    }

    constructor(locales: unknown, options: unknown) {
      take(this, ask, 'Segmenter', locales, options);
    }

    resolvedOptions(): unknown {
      return askOf(this, ask, 'Segmenter', 'resolvedOptions', []);
    }

    segment(
      text: unknown,
    ): Iterable<Segment> & { readonly containing: (index?: number) => Segment | undefined } {
      const segments = askOf(this, ask, 'Segmenter', 'segment', [String(text)]) as readonly Segment[];
      return {
        [Symbol.iterator]: () => segments[Symbol.iterator](),
        containing: (index = 0) =>
          segments.find((each) => each.index <= index && index < each.index + each.segment.length),
      };
    }
  };
}

/** Defines a method as those of the language are: it can be replaced, and is not enumerable. */
function method(owner: object, name: string, value: unknown): void {
  Object.defineProperty(value, 'name', { value: name, configurable: true });
  Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: false });
}
