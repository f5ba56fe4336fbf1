// Comments in JSON bodies. Postman allows them in the editor and removes them before sending.

/** A string, or a comment: to the end of its line, or to its end. */
const STRING_OR_COMMENT = /"(?:[^"\\]|\\[^])*"?|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/g;

/** Returns the text without comments. Text in strings stays as it is. */
export function withoutJsonComments(text: string): string {
  if (!text.includes('//') && !text.includes('/*')) return text;
  return text.replace(STRING_OR_COMMENT, (found) => (found.startsWith('"') ? found : ''));
}
