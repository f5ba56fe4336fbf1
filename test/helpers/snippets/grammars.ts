// Parses snippets with a grammar of their language, for languages that cannot be run everywhere: checks that
// they are well formed and that no string holds code, and reads the strings' values.
import { fileURLToPath } from 'node:url';
import treeSitter, { type Node } from '@vscode/tree-sitter-wasm';

const { Language, Parser } = treeSitter;

export interface Grammar {
  /** Id of the code format. */
  readonly id: string;
  /** URL of the file that holds it. */
  readonly url: string;
  /** Node types of whole string literals. */
  readonly strings: readonly string[];
  /** Node types of code within a string, or of what is replaced. */
  readonly expansions: readonly string[];
  /** Decodes a literal. */
  readonly decode: (literal: string) => string;
}

const NAMED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Decodes backslash escapes; unknown ones stand for the character itself. */
function unescaped(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|([^]))/g, (_, braced?: string, four?: string, char = '') =>
      (braced ?? four) === undefined
        ? (NAMED[char] ?? char)
        : String.fromCodePoint(parseInt((braced ?? four)!, 16)),
    );
}

/** Decodes doubled quotes, or backticks and casts of numbers. */
function ofPowerShell(literal: string): string {
  const inner = literal.slice(1, -1);
  if (literal.startsWith("'")) return inner.replace(/(['‘’‚‛])\1/g, '$1');
  return inner.replace(
    /`([^])|\$\(\[char\](?:::ConvertFromUtf32\()?0x([\da-f]+)\)+/g,
    (_, char?: string, code?: string) =>
      char === undefined ? String.fromCodePoint(parseInt(code!, 16)) : (NAMED[char] ?? char),
  );
}

export const grammars: readonly Grammar[] = [
  {
    id: 'swift',
    url: import.meta.resolve('tree-sitter-wasms/out/tree-sitter-swift.wasm'),
    strings: ['line_string_literal'],
    expansions: ['interpolated_expression'],
    decode: unescaped,
  },
  {
    id: 'kotlin-okhttp',
    url: import.meta.resolve('tree-sitter-wasms/out/tree-sitter-kotlin.wasm'),
    strings: ['string_literal'],
    expansions: ['interpolated_expression', 'interpolated_identifier'],
    decode: unescaped,
  },
  {
    id: 'dart-http',
    url: import.meta.resolve('tree-sitter-wasms/out/tree-sitter-dart.wasm'),
    strings: ['string_literal'],
    expansions: ['template_substitution'],
    decode: unescaped,
  },
  {
    id: 'powershell',
    url: import.meta.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm'),
    strings: ['string_literal'],
    // An invisible character is written as an expression in this language, which only the decoding of strings
    // handles.
    expansions: ['variable_in_string'],
    decode: ofPowerShell,
  },
];

export interface Reading {
  /** Returns the line where the text is not well formed; null when it is. */
  readonly error: string | null;
  readonly expansions: readonly string[];
  readonly strings: readonly string[];
}

/** Returns a function that parses texts of one language. */
export async function reader(grammar: Grammar): Promise<(text: string) => Reading> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(fileURLToPath(grammar.url)));
  return (text) => {
    const root = parser.parse(text)!.rootNode;
    const found = (types: readonly string[]): readonly string[] =>
      root.descendantsOfType([...types]).flatMap((node) => (node === null ? [] : [node.text]));
    return {
      error: root.hasError ? errorOf(root) : null,
      expansions: found(grammar.expansions),
      strings: found(grammar.strings).map(grammar.decode),
    };
  };
}

function errorOf(node: Node): string {
  const wrong = node.children.find((child) => child?.hasError === true || child?.isMissing === true);
  return wrong && wrong.type !== 'ERROR'
    ? errorOf(wrong)
    : `line ${node.startPosition.row + 1}: ${node.text.slice(0, 200)}`;
}
