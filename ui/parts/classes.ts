// Class names of elements.

/** Joins class names, and skips those that are absent. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names
    .filter((name) => name !== false && name !== null && name !== undefined && name !== '')
    .join(' ');
}
