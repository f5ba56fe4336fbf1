// Writes a request as C# with HttpClient.
import { defineSnippet, type SnippetHeader, type SnippetRequest } from './contract.ts';
import { LINES, literalBy, utf16Escape } from './shared/literals.ts';
import { hasHeader, withoutPlainEscapes } from './shared/request-parts.ts';
import { noteLines, sendableRequest, type Library, type SendableRequest } from './shared/sendable-request.ts';

export const csharpHttpclient = defineSnippet({
  id: 'csharp-httpclient',
  label: 'C# – HttpClient',
  render,
});

const library: Library = {
  name: 'HttpClient',
  target: 'strict',
  rewrites: withoutPlainEscapes,
  resolvesDots: true,
  sendsAsterisk: false,
  method: (method) => {
    const isKnown = /^(?:connect|delete|get|head|options|patch|post|put|trace)$/i.test(method);
    return isKnown ? method.toUpperCase() : method;
  },
  repeatsHeaders: false,
  headerBytes: 'any',
  refused: ['transfer-encoding'],
  losesEmpty: ['accept'],
};

const string = literalBy({ quote: '"', named: LINES, numbered: utf16Escape });

/** Headers that belong to the content and are rejected elsewhere. */
const CONTENT_HEADERS =
  /^(?:allow|content-(?:disposition|encoding|language|location|md5|range|type)|expires|last-modified)$/i;

function render(captured: SnippetRequest): string {
  const request = sendableRequest(captured, library);
  const { method, url, headers, notes } = request;
  return [
    ...noteLines(notes, '//'),
    ...['System', 'System.Net.Http', 'System.Text', 'System.Threading.Tasks'].map((name) => `using ${name};`),
    '',
    'class Program',
    '{',
    '    static async Task Main()',
    '    {',
    `        var client = new HttpClient(${handler(headers)});`,
    `        var request = new HttpRequestMessage(new HttpMethod(${string(method)}), ${string(url)});`,
    ...requestLines(request).map((line) => `        ${line}`),
    '',
    '        var response = await client.SendAsync(request);',
    '        Console.WriteLine((int)response.StatusCode);',
    '        Console.WriteLine(await response.Content.ReadAsStringAsync());',
    '    }',
    '}',
  ].join('\n');
}

/** Returns options of the handler, which by default keeps its own cookies and rejects header values above ASCII. */
function handler(headers: readonly SnippetHeader[]): string {
  const cookies = hasHeader(headers, 'cookie') ? ['UseCookies = false'] : [];
  if (!headers.some(({ value }) => /[^\x00-\x7f]/.test(value)))
    return cookies.length === 0 ? '' : 'new HttpClientHandler { UseCookies = false }';
  const options = [...cookies, 'RequestHeaderEncodingSelector = (name, message) => Encoding.Latin1'];
  return `new SocketsHttpHandler { ${options.join(', ')} }`;
}

function requestLines({ headers, text }: SendableRequest): readonly string[] {
  const line = (owner: string, { name, value }: SnippetHeader): string =>
    `${owner}.TryAddWithoutValidation(${string(name)}, ${byteString(value)});`;
  const ofContent = headers.filter(({ name }) => CONTENT_HEADERS.test(name));
  const ofRequest = headers.filter(({ name }) => !CONTENT_HEADERS.test(name));
  const content = text === null ? 'new byte[0]' : `Encoding.UTF8.GetBytes(${string(text)})`;
  return [
    ...ofRequest.map((header) => line('request.Headers', header)),
    ...(text === null && ofContent.length === 0
      ? []
      : [`request.Content = new ByteArrayContent(${content});`]),
    ...ofContent.map((header) => line('request.Content.Headers', header)),
  ];
}

/** Writes a string with one char per byte, which is Latin-1. */
function byteString(bytes: string): string {
  return string(bytes).replace(/[\x80-\xff]/g, (char) => utf16Escape(char.charCodeAt(0)));
}
