// Formats of languages and regions, which the engine does not have: the host's own `Intl`, asked through text.
import { Lru } from '../../base/lru.ts';
import { HostError } from '../host-error.ts';
import type { HostFunction } from '../setup.ts';

/** The constructors that scripts reach. */
const KINDS = [
  'Collator',
  'DateTimeFormat',
  'DisplayNames',
  'ListFormat',
  'Locale',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
] as const;
type Kind = (typeof KINDS)[number];

/** Names that can be asked of an object: its methods, and the properties of a locale. */
const NAME = /^[a-z][A-Za-z]{0,30}$/;
/** Objects by their options: making one takes long. */
const MAX_OBJECTS = 100;

type Made = Readonly<Record<string, unknown>>;
type Maker = (new (locales: unknown, options: unknown) => Made) & {
  readonly supportedLocalesOf?: (locales: unknown, options: unknown) => unknown;
};

const objects = new Lru<string, Made>(MAX_OBJECTS);
/** The collator of the host without options. */
let collator: Intl.Collator | undefined;

export const INTL_FUNCTIONS: Readonly<Record<string, HostFunction>> = {
  /** Of `[kind, locales, options, name, values]` as JSON. Returns `{value}` or `{error: [name, message]}` as JSON. */
  intl: ({ text }) => {
    const asked: unknown = JSON.parse(text(0));
    if (!Array.isArray(asked)) throw new HostError('a list is expected');
    try {
      return JSON.stringify({ value: encoded(answer(asked as readonly unknown[])) });
    } catch (error) {
      if (error instanceof HostError || !(error instanceof Error)) throw error;
      return JSON.stringify({ error: [error.name, error.message] });
    }
  },
  /** Compares two texts, which have no NUL, as `localeCompare` without options. */
  collate: ({ text }) => String((collator ??= new Intl.Collator()).compare(text(0), text(1))),
};

function answer([kind, locales, options, name, values]: readonly unknown[]): unknown {
  const given = Array.isArray(values) ? values.map(decoded) : [];
  if (kind === null) return ofIntl(stringOf(name), given);
  if (!isKind(kind)) throw new HostError('there is no such format');
  const make = (Intl as unknown as Readonly<Record<Kind, Maker>>)[kind];
  const asked = name === null ? null : stringOf(name);
  const [wanted, chosen] = [locales ?? undefined, options ?? undefined];
  if (asked === 'supportedLocalesOf') return make.supportedLocalesOf?.(wanted, chosen);
  const key = JSON.stringify([kind, locales, options]);
  const object = objects.get(key) ?? new make(wanted, chosen);
  objects.set(key, object);
  return asked === null ? null : ask(object, asked, given);
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function ask(object: Made, name: string, values: readonly unknown[]): unknown {
  if (!NAME.test(name) || name === 'constructor') throw new HostError('there is no such function');
  const asked = object[name];
  if (typeof asked !== 'function') return asked;
  const found: unknown = Reflect.apply(asked, object, values);
  // Segments are read one by one otherwise.
  return object instanceof Intl.Segmenter && name === 'segment' ? [...(found as Intl.Segments)] : found;
}

function ofIntl(name: string, [value, locales]: readonly unknown[]): unknown {
  if (name === 'upper') return String(value).toLocaleUpperCase(locales as string[] | undefined);
  if (name === 'lower') return String(value).toLocaleLowerCase(locales as string[] | undefined);
  if (name === 'getCanonicalLocales') return Intl.getCanonicalLocales(value as string[]);
  if (name === 'supportedValuesOf') return Intl.supportedValuesOf(value as 'currency');
  throw new HostError('there is no such function');
}

function isKind(value: unknown): value is Kind {
  return KINDS.includes(value as Kind);
}

/** Numbers that JSON does not have come as `{"number": "NaN"}`, large ones as `{"bigint": "1"}`, nothing as null. */
function decoded(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value !== 'object') return value;
  const { number, bigint } = value as { readonly number?: string; readonly bigint?: string };
  if (number !== undefined) return Number(number);
  if (bigint !== undefined) return BigInt(bigint);
  return value;
}

/** Dates, maps and functions do not occur; a locale is its tag. */
function encoded(value: unknown): unknown {
  if (value instanceof Intl.Locale) return value.toString();
  return value === undefined ? null : value;
}
