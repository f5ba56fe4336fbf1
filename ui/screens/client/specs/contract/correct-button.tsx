// Corrects the description where a violation shows what it does not have: the draft gets the text, and shows it.
import { FilePen } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../../api/client.ts';
import { Button } from '../../../../parts/index.ts';
import { editObject } from '../../model/objects.ts';
import { objectKey } from '../../model/workspace.ts';
import type { Ignorable } from '../ignore-dialog.tsx';

type Correction = ResultOf<'client.correct_spec'>['correction'];

interface CorrectButtonProps {
  readonly of: Ignorable;
  readonly text: string;
  readonly onGo: (line: number) => void;
}

export function CorrectButton({ of: { spec, operation, what }, text, onGo }: CorrectButtonProps) {
  const [correction, setCorrection] = useState<Correction>(null);
  useEffect(() => {
    const ended = new AbortController();
    setCorrection(null);
    rpc('client.correct_spec', { spec, text, operation, what }, ended.signal).then(
      (found) => setCorrection(found.correction),
      // A text that cannot be read has its problems beside it.
      () => undefined,
    );
    return () => ended.abort();
  }, [spec, text, operation, what]);
  if (correction === null) return null;
  const { status, line, text: corrected } = correction;
  return (
    <Button
      size="small"
      icon={FilePen}
      onClick={() => {
        editObject(objectKey('spec', spec), { text: corrected });
        onGo(line);
      }}
    >
      Correct: add {status}
    </Button>
  );
}
