// Writes a request as Rust with reqwest and tokio.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { bracedEscape, hex, LINES, literalBy } from './shared/literals.ts';
import { noteLines, sendableRequest, type Library } from './shared/sendable-request.ts';

export const rustReqwest = defineSnippet({ id: 'rust-reqwest', label: 'Rust – reqwest', render });

const library: Library = {
  name: 'reqwest',
  target: 'standard',
  resolvesDots: true,
  sendsAsterisk: false,
  repeatsHeaders: true,
  headerBytes: 'any',
  refused: ['transfer-encoding'],
};

const string = literalBy({ quote: '"', named: LINES, numbered: bracedEscape });

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

function render(captured: SnippetRequest): string {
  const { method, url, headers, text, notes } = sendableRequest(captured, library);
  const verb = METHODS.has(method)
    ? `reqwest::Method::${method}`
    : `reqwest::Method::from_bytes(b${string(method)})?`;
  return [
    ...noteLines(notes, '//'),
    '// Cargo.toml: reqwest = "0.12", tokio = { version = "1", features = ["full"] }',
    '#[tokio::main]',
    'async fn main() -> Result<(), Box<dyn std::error::Error>> {',
    '    let response = reqwest::Client::new()',
    `        .request(${verb}, ${string(url)})`,
    ...headers.map(({ name, value }) => `        .header(${string(name)}, ${headerValue(value)})`),
    ...(text === null ? [] : [`        .body(${string(text)})`]),
    '        .send()',
    '        .await?;',
    '',
    '    println!("{}", response.status());',
    '    println!("{}", response.text().await?);',
    '    Ok(())',
    '}',
  ].join('\n');
}

/** Writes a header value as bytes when it is not ASCII, which reqwest requires. */
function headerValue(bytes: string): string {
  if (!/[^\x20-\x7e]/.test(bytes)) return string(bytes);
  const escape = (char: string): string => `\\x${hex(char.charCodeAt(0), 2)}`;
  return `&b"${bytes.replace(/[\\"]/g, '\\$&').replace(/[^\x20-\x7e]/g, escape)}"[..]`;
}
