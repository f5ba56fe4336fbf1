// A row of a key-value table: a header, a query parameter, a field of a form. Its fields are those of the files.

export interface KeyValue {
  readonly id?: string;
  readonly name: string;
  /** Null for a query parameter without `=`. */
  readonly value: string | null;
  readonly enabled?: boolean;
  readonly docs?: string;
}

export function isOn({ enabled = true }: KeyValue): boolean {
  return enabled;
}

/** Returns true for a row in which nothing was typed. */
export function isBlank({ name, value, docs = '' }: KeyValue): boolean {
  return name === '' && (value ?? '') === '' && docs === '';
}

/** Returns true for rows that look the same. */
export function isSameRow(one: KeyValue | null, other: KeyValue | null): boolean {
  if (one === other || one === null || other === null) return one === other;
  const { name, value, docs } = one;
  return name === other.name && value === other.value && docs === other.docs && isOn(one) === isOn(other);
}
