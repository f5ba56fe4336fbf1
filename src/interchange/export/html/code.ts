// The code of all requests, in every format. The page contains one format as text and the others as compressed data.
// Its script unpacks a format when the reader chooses it.
import { gzipSync } from 'node:zlib';
import type { SnippetRequest } from '../../../snippets/contract.ts';
import { snippetFormats } from '../../../snippets/index.ts';
import { escapeHtml } from '../../../base/escape-html.ts';

/** Longer code is left out: nobody reads it, and each format has a copy. */
const MAX_CHARS = 20_000;

export class CodeSamples {
  readonly #requests: SnippetRequest[] = [];

  /** Returns the code of the first format, with a place for the others; empty when there is no code. */
  html(request: SnippetRequest | null): string {
    if (request === null) return '';
    const [first] = snippetFormats;
    if (first === undefined) return '';
    const index = this.#requests.push(request) - 1;
    const label = `<div class="bar"><span class="format">${escapeHtml(first.label)}</span></div>`;
    return `<div class="code">${label}<pre tabindex="0"><code data-code="${index}">${escapeHtml(codeOf(first, request))}</code></pre></div>`;
  }

  /** Returns the list of formats; empty when no request has code. */
  get picker(): string {
    if (this.#requests.length === 0) return '';
    const options = snippetFormats.map(
      ({ id, label }) => `<option value="${escapeHtml(id)}">${escapeHtml(label)}</option>`,
    );
    return `<span class="scripted">Code <select id="format" aria-label="Code format">${options.join('')}</select></span>`;
  }

  /** Returns the compressed code, an element for each format. */
  get data(): string {
    if (this.#requests.length === 0) return '';
    const elements = snippetFormats.map((format) => {
      const texts = JSON.stringify(this.#requests.map((request) => codeOf(format, request)));
      const packed = gzipSync(texts, { level: 6 }).toString('base64');
      return `<script type="text/plain" id="code-${escapeHtml(format.id)}">${packed}</script>`;
    });
    return elements.join('\n');
  }
}

function codeOf({ render }: (typeof snippetFormats)[number], request: SnippetRequest): string {
  const { body } = request;
  if (body.type === 'text' && body.text.length > MAX_CHARS)
    return render({ ...request, body: { type: 'binary', size: Buffer.byteLength(body.text) } });
  return render(request);
}
