// Writes a request as a wget command that prints the response.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { bodySize, unwanted } from './shared/request-parts.ts';
import { noteLines, sendableRequest, type Library, type SendableRequest } from './shared/sendable-request.ts';
import { byteWord, methodWord, MAX_ARGUMENT_BYTES, shellWord } from './shared/shell-words.ts';

export const wget = defineSnippet({ id: 'wget', label: 'Shell – wget', render });

const library: Library = {
  name: 'wget',
  target: 'strict',
  resolvesDots: true,
  sendsAsterisk: false,
  method: (method) => method.toUpperCase(),
  repeatsHeaders: false,
  headerBytes: 'any',
  refused: ['transfer-encoding'],
};

function render(captured: SnippetRequest): string {
  const request = sendableRequest(captured, library);
  const { notes, method, url, headers } = request;
  const options = [
    // In a locale other than UTF-8, wget would decode the escapes of the URL.
    ...(url.includes('%') ? ['--no-iri'] : []),
    ...(method === 'GET' ? [] : [`--method=${methodWord(method)}`]),
    ...headers.map(({ name, value }) => `--header=${byteWord(`${name}: ${value}`)}`),
    ...unwanted(request, ['User-Agent']).map(() => "--user-agent=''"),
    ...bodyOptions(captured, request),
  ];
  const command = ['wget --quiet --content-on-error --output-document=-', ...options, byteWord(url)];
  const fileNotes = isLong(captured, request.text)
    ? ['Save the body of the request as request-body.bin: it is too long for an argument.']
    : [];
  return [...noteLines([...notes, ...fileNotes], '#'), command.join(' \\\n  ')].join('\n');
}

function bodyOptions(captured: SnippetRequest, { method, text }: SendableRequest): readonly string[] {
  if (text === null) return [];
  // wget rejects a body unless the method is explicit.
  const explicitMethod = method === 'GET' ? ['--method=GET'] : [];
  const isFile = isLong(captured, text);
  return [...explicitMethod, isFile ? '--body-file=request-body.bin' : `--body-data=${shellWord(text)}`];
}

/** An argument cannot be longer, so the user must supply a file. */
function isLong(captured: SnippetRequest, text: string | null): boolean {
  return text !== null && bodySize(captured) > MAX_ARGUMENT_BYTES - '--body-data='.length;
}
