// Finds a format of code by its id.
import { didYouMean } from '../../../../base/did-you-mean.ts';
import { ParameterError } from '../../../../base/errors.ts';
import type { SnippetFormat } from '../../../../snippets/contract.ts';

/** Rejects with a ParameterError for an id that is none. */
export async function formatNamed(asked: string): Promise<SnippetFormat> {
  const { snippetFormats } = await import('../../../../snippets/index.ts');
  const found = snippetFormats.find(({ id }) => id === asked.toLowerCase());
  if (found !== undefined) return found;
  const hint = didYouMean(
    asked,
    snippetFormats.map(({ id }) => id),
  );
  throw new ParameterError(`${JSON.stringify(asked.slice(0, 60))} is not a code format: ${hint}`, {
    field: 'format',
  });
}
