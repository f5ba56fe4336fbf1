// Lists of ids in queries, such as `1-50,60`.

/** Returns the test of a list of ids and ranges; null for another text. */
export function idTest(text: string): ((id: number) => boolean) | null {
  if (!/^\d{1,15}(?:-\d{1,15})?(?:,\d{1,15}(?:-\d{1,15})?)*$/.test(text)) return null;
  const ranges = text.split(',').map((range) => range.split('-').map(Number));
  return (id) => ranges.some(([from = 0, to = from]) => id >= from && id <= to);
}
