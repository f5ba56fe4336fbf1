// The tags of a request or a folder, by which runs select: separated by commas.
import { useState } from 'react';
import { FormRow, TextField } from '../../../parts/index.ts';
import { editRequest } from './fields.ts';

interface TagsFieldProps {
  readonly tabKey: string;
  readonly tags: readonly string[];
}

export function TagsField({ tabKey, tags }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  // What is typed stays as it is, such as a comma at the end, while it means the same.
  const text = isSame(tagsIn(typed), tags) ? typed : tags.join(', ');
  return (
    <FormRow label="Tags" htmlFor="tags">
      <TextField
        id="tags"
        placeholder="smoke, nightly"
        value={text}
        onChange={(next) => {
          setTyped(next);
          editRequest(tabKey, { tags: tagsIn(next) });
        }}
      />
    </FormRow>
  );
}

function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().slice(0, 100));
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.join('\n') === b.join('\n');
}
