// Shows which keys may follow the first one of a sequence, such as G or M.
import { currentCommands, keysOf } from '../commands/index.ts';
import { begunKeys } from '../commands/keyboard.ts';
import { Keys } from '../parts/index.ts';
import { useStore } from '../state/store.ts';
import css from './key-hints.module.css';

export function KeyHints() {
  const begun = useStore(begunKeys);
  if (begun === '') return null;
  const start = `${begun} `;
  const hints = currentCommands().flatMap((command) =>
    keysOf(command)
      .filter((keys) => keys.startsWith(start))
      .map((keys) => ({ keys: keys.slice(start.length), title: command.title })),
  );
  return (
    <div className={css['hints']} role="status" aria-label="Keys that may follow">
      <Keys keys={begun} />
      <ul>
        {hints.map(({ keys, title }) => (
          <li key={keys}>
            <Keys keys={keys} /> {title}
          </li>
        ))}
        <li>
          <Keys keys="escape" /> Nothing
        </li>
      </ul>
    </div>
  );
}
