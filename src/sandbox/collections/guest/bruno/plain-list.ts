// Lists of headers and cookies under Bruno's names. Their entries are plain objects.

export interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly disabled?: boolean;
}

type Each<T> = (entry: Entry, index: number, all: readonly Entry[]) => T;

/** Returns functions that read the entries at each call; `fold` makes names comparable. */
export function plainList(
  entries: () => readonly Entry[],
  fold: (name: string) => string,
  line: (entry: Entry) => string,
  separator: string,
): Readonly<Record<string, unknown>> {
  const isNamed = (name: unknown) => (entry: Entry) => fold(entry.key) === fold(String(name));
  const one = (name: unknown): Entry | undefined => entries().findLast(isNamed(name));
  return {
    get: (name: unknown) => one(name)?.value,
    one,
    all: () => entries(),
    idx: (index: number) => entries()[index],
    count: () => entries().length,
    has: (name: unknown, value?: unknown) =>
      entries().some((entry) => isNamed(name)(entry) && (value === undefined || entry.value === value)),
    indexOf: (item: unknown) => {
      const isWanted =
        typeof item === 'string'
          ? isNamed(item)
          : (entry: Entry) => isNamed((item as Entry).key)(entry) && entry.value === (item as Entry).value;
      return entries().findIndex(isWanted);
    },
    find: (check: Each<boolean>) => entries().find(check),
    filter: (check: Each<boolean>) => entries().filter(check),
    each: (run: Each<void>) => entries().forEach(run),
    map: (make: Each<unknown>) => entries().map(make),
    reduce: (join: (sum: unknown, entry: Entry) => unknown, start: unknown) => entries().reduce(join, start),
    toObject: () => Object.fromEntries(entries().map(({ key, value }) => [key, value])),
    toString: () => entries().map(line).join(separator),
    toJSON: () => entries().map((entry) => ({ ...entry })),
  };
}

export function headerLine({ key, value }: Entry): string {
  return `${key}: ${String(value)}`;
}
