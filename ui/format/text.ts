// Texts of bodies: their language, and how they are laid out.

/** Guesses the language of a text from its first character. */
export function languageOf(text: string): 'json' | 'html' | 'text' {
  const first = text.trimStart().charAt(0);
  return first === '{' || first === '[' ? 'json' : first === '<' ? 'html' : 'text';
}

/** Returns JSON with a line for each value; text that is no JSON as it is. */
export function formattedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
