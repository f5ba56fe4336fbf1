// Escapes text for HTML elements and for attributes in double quotes.

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (char) => ENTITIES.get(char) ?? char);
}
