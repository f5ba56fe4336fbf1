// The language of body texts, and their layout.

/** Guesses the language of a text from its first character. */
export function languageOf(text: string): 'json' | 'html' | 'text' {
  const first = text.trimStart().charAt(0);
  return first === '{' || first === '[' ? 'json' : first === '<' ? 'html' : 'text';
}

/** Returns JSON with one value a line; other text stays as it is. */
export function formattedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
