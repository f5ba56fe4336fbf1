// The tokens of GraphQL (specification, section 2.1), in queries and in schemas.

export interface Token {
  readonly kind: 'name' | 'punctuator' | 'value' | 'text';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const TOKEN =
  /#[^\n\r]*|"""[\s\S]*?(?:(?<!\\)"""|$)|"(?:[^"\\\n\r]|\\.)*"?|[_A-Za-z]\w*|-?\d[\w.+-]*|\.\.\.|[!$&():=@[\]{|}]/g;

/** Returns the tokens; what is none is left out, as an editor needs it. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, index: from } of source.matchAll(TOKEN)) {
    if (text.startsWith('#')) continue;
    tokens.push({ kind: kindOf(text), text, from, to: from + text.length });
  }
  return tokens;
}

function kindOf(text: string): Token['kind'] {
  if (text.startsWith('"')) return 'text';
  if (/^[_A-Za-z]/.test(text)) return 'name';
  return /^-?\d/.test(text) ? 'value' : 'punctuator';
}

/** Returns the text that a string token means. */
export function stringOf({ text }: Token): string {
  if (text.startsWith('"""'))
    return text
      .slice(3, text.endsWith('"""') && text.length >= 6 ? -3 : undefined)
      .replaceAll('\\"""', '"""')
      .trim();
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1);
  }
}
