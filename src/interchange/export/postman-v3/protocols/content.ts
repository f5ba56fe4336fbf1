// The content of a message with its type.

export interface Content {
  readonly content: string;
  readonly contentType: 'json' | 'text';
}

export function contentOf(text: string): Content {
  try {
    JSON.parse(text);
    return { content: text, contentType: 'json' };
  } catch {
    return { content: text, contentType: 'text' };
  }
}
