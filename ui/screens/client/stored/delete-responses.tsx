// Asks before responses are deleted, which cannot be taken back.
import { Question } from '../../../parts/index.ts';
import { deleteStored } from './stored-responses.ts';

interface DeleteResponsesProps {
  readonly tab: string;
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

export function DeleteResponses({ tab, ids, onClose }: DeleteResponsesProps) {
  return (
    <Question
      title={ids.length === 1 ? 'Delete this response?' : `Delete ${ids.length} responses?`}
      text="It cannot be taken back. The history keeps that they were received."
      action={ids.length === 1 ? 'Delete the response' : 'Delete the responses'}
      onConfirm={() => void deleteStored(tab, ids)}
      onClose={onClose}
    />
  );
}
