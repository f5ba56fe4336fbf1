// Ways to hand files over for an import: dropping, choosing, pasting a text or a path.
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../../api/client.ts';
import { sayError } from '../../../state/toasts.ts';
import { chosenSources, droppedSources, openImport, type ImportSource } from './sources.ts';
import css from './transfer.module.css';

export function Offers() {
  const [text, setText] = useState('');
  const add = (sources: Promise<readonly ImportSource[]>): void => {
    sources.then(openImport, (error: unknown) => sayError(`The files cannot be read: ${messageOf(error)}`));
  };
  const take = (given: string): void => {
    if (given.trim() === '') return;
    const isPath = /^(?:~?[/\\]|[a-z]:[/\\]|\.{1,2}[/\\])\S[^\n]*$/i.test(given.trim());
    openImport([isPath ? { path: given.trim() } : { name: 'pasted text', text: given }]);
    setText('');
  };
  return (
    <div className={css['offers']}>
      <div
        className={css['drop']}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          add(droppedSources(event.dataTransfer));
        }}
      >
        <Upload aria-hidden />
        <div>
          <strong>Drop files or a folder</strong>
          <p>
            or <Choose label="choose files" onChoose={(files) => add(chosenSources(files))} />,{' '}
            <Choose label="choose a folder" isFolder onChoose={(files) => add(chosenSources(files))} />
          </p>
        </div>
      </div>
      <textarea
        className={css['paste']}
        aria-label="Paste a cURL command, JSON or YAML, or the path of a file"
        placeholder="Paste cURL, requests, JSON or YAML, or a path"
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          event.preventDefault();
          take(event.clipboardData.getData('text'));
        }}
        onKeyDown={(event) => {
          // With Ctrl or ⌘ the import begins, once nothing is left to take.
          const begins = (event.ctrlKey || event.metaKey) && text.trim() === '';
          if (event.key !== 'Enter' || event.shiftKey || begins) return;
          event.preventDefault();
          event.stopPropagation();
          take(text);
        }}
      />
    </div>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly isFolder?: boolean;
  readonly onChoose: (files: FileList) => void;
}

function Choose({ label, isFolder = false, onChoose }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={css['link']} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={label}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={({ target }) => {
          if (target.files !== null) onChoose(target.files);
          target.value = '';
        }}
      />
    </>
  );
}
