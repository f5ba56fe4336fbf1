// JSON with variables in it, indented. Variables, numbers and escapes stay as they were typed.

/** Returns the text with one member a line; null where it is not JSON. */
export function formattedJson(text: string): string | null {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  let [out, depth] = ['', 0];
  const line = (): string => `\n${'  '.repeat(depth)}`;
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    if (token === '{' || token === '[') {
      out += token;
      depth += 1;
      if (next !== '}' && next !== ']') out += line();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const before = tokens[at - 1];
      out += before === '{' || before === '[' ? token : line() + token;
    } else if (token === ',') out += token + line();
    else out += token === ':' ? ': ' : token;
  });
  return out;
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\{\{[^{}]*\}\}|[{}[\],:]|[^\s{}[\],:"]+)/y;

/** Returns the parts of a text that is JSON where variables stand for values. */
function tokensOf(text: string): readonly string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return null;
    tokens.push(token);
  }
  const plain = tokens.map((token) => (token.startsWith('{{') ? '0' : token)).join(' ');
  try {
    JSON.parse(plain);
    return tokens;
  } catch {
    return null;
  }
}
