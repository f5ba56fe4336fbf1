// Adds a header or a path to what is not compared.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../parts/index.ts';
import css from './compare.module.css';

export function AddIgnored({ onAdd }: { readonly onAdd: (what: string) => void }) {
  const [text, setText] = useState<string | null>(null);
  if (text === null)
    return (
      <Button size="small" icon={Plus} onClick={() => setText('')}>
        Add…
      </Button>
    );
  return (
    <form
      className={css['add']}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onAdd(text.trim().startsWith('$') ? text.trim() : text.trim().toLowerCase());
        setText(null);
      }}
    >
      <input
        aria-label="Header or path that is not compared"
        placeholder="date or $..createdAt"
        maxLength={1000}
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setText(null);
        }}
      />
    </form>
  );
}
