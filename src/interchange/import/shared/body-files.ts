// Files of bodies: either the path is kept, or a hint names the file that the user has to select.
import type { Body, FormField } from '../../../collections/model/body.ts';
import type { ImportContext } from './import-context.ts';

export function fileBody(source: unknown, context: ImportContext): Body {
  const { path, hint } = context.file(source);
  return { type: 'file', path, ...(hint !== '' && { hint }) };
}

export function fileFields(
  sources: readonly unknown[],
  context: ImportContext,
): Pick<FormField, 'files' | 'hints'> {
  const files = sources.map((source) => context.file(source));
  const hints = files.map(({ hint }) => hint);
  return { files: files.map(({ path }) => path), ...(hints.some((hint) => hint !== '') && { hints }) };
}
