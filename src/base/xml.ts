// Writes elements of XML 1.0 with arbitrary text.

type Values = Readonly<Record<string, string | number>>;

/** Writes an element. Its content is text or a list of elements. */
export function element(name: string, values: Values, content: string | readonly string[] = ''): string {
  const inner = typeof content === 'string' ? inText(content) : content.join('');
  return inner === ''
    ? `<${name}${attributes(values)}/>`
    : `<${name}${attributes(values)}>${inner}</${name}>`;
}

/** Writes attributes, each with a leading space. */
export function attributes(values: Values): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${inAttribute(String(value))}"`)
    .join('');
}

/** Characters that XML 1.0 cannot contain, not even as references (section 2.2). */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function inText(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>\r]/g, reference);
}

/** Escapes an attribute, also line ends, which would become blanks (XML 1.0 section 3.3.3). */
function inAttribute(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"\t\n\r]/g, reference);
}

function reference(char: string): string {
  return ENTITIES.get(char) ?? `&#${char.charCodeAt(0)};`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
