// The export of an object: the formats it can have, and the text in the one that is chosen.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';

export interface Exported {
  readonly kind: 'collection' | 'environment';
  readonly id: string;
  readonly name: string;
}

export type ExportFormat = ResultOf<'client.export_formats'>['formats'][number];
export type ExportResult = ResultOf<'client.export'>;

/** Exports again when another format is chosen; the result is null until it is there. */
export function useExport({ kind, id }: Exported) {
  const [formats, setFormats] = useState<readonly ExportFormat[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [result, setResult] = useState<ExportResult | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    rpc('client.export_formats', { kind, ref: id }).then(
      (answer) => {
        setFormats(answer.formats);
        setChosen(answer.formats[0]?.format ?? null);
      },
      (reason: unknown) => setError(messageOf(reason)),
    );
  }, [kind, id]);
  useEffect(() => {
    if (chosen === null) return undefined;
    const ended = new AbortController();
    rpc('client.export', { kind, ref: id, format: chosen }, ended.signal).then(
      setResult,
      (reason: unknown) => {
        if (!ended.signal.aborted) setError(messageOf(reason));
      },
    );
    return () => ended.abort();
  }, [kind, id, chosen]);
  const choose = (format: string): void => {
    setResult(null);
    setError(null);
    setChosen(format);
  };
  return { formats, format: formats.find((each) => each.format === chosen), result, error, choose };
}
