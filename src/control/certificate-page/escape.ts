// Escapes text for HTML and XML, between tags and in quoted attributes.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Escapes as HTML does; control characters, which XML 1.0 cannot hold (section 2.2), become U+FFFD. */
export function escapeXml(text: string): string {
  return escapeHtml(text.toWellFormed()).replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd');
}
