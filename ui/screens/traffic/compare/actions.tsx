// The actions of a comparison, in its bar and by keys.
import { ArrowRightLeft, ChevronDown, ChevronUp, Copy, ListFilter } from 'lucide-react';
import { useCommands } from '../../../commands/index.ts';
import { Button, IconButton, Menu } from '../../../parts/index.ts';
import { copyText } from '../../../state/actions.ts';
import { compareAgain, compared, type Pair } from '../model/compared.ts';
import css from './compare.module.css';
import { markdownOf } from './comparison.ts';
import type { Section } from './sections.ts';

interface ActionsProps {
  readonly pair: Pair;
  readonly title: string;
  readonly sections: readonly Section[];
  readonly step: (by: 1 | -1) => void;
  /** Leaves out what is stepped to. */
  readonly onIgnore: () => void;
}

export function Actions({ pair, title, sections, step, onIgnore }: ActionsProps) {
  const swap = (): void => compared.set({ a: pair.b, b: pair.a });
  const copy = (): void => void copyText(markdownOf(title, sections), 'Copied the comparison');
  const [next, previous] = [() => step(1), () => step(-1)];
  const group = 'traffic';
  useCommands([
    { id: 'compare.next', title: 'Next difference', group, keys: 'n', run: next },
    { id: 'compare.previous', title: 'Previous difference', group, keys: 'shift+n', run: previous },
    { id: 'compare.swap', title: 'Swap sides', group, keys: 'x', run: swap },
    { id: 'compare.ignore', title: 'Do not compare this', group, keys: 'i', run: onIgnore },
    { id: 'compare.copy', title: 'Copy the comparison as Markdown', group, run: copy },
  ]);
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label="Previous difference"
        keys="shift+n"
        size="small"
        onClick={previous}
      />
      <IconButton icon={ChevronDown} label="Next difference" keys="n" size="small" onClick={next} />
      <Button size="small" icon={ArrowRightLeft} keys="x" onClick={swap}>
        Swap
      </Button>
      <Button size="small" icon={Copy} onClick={copy} title="Copy as Markdown">
        <span className={css['optional']}>Copy as Markdown</span>
      </Button>
    </>
  );
}

/** Names what is not compared, to be compared again. */
export function Ignored({ names, host }: { readonly names: readonly string[]; readonly host: string }) {
  const entries =
    names.length === 0
      ? [{ heading: 'Everything is compared' }]
      : [
          { heading: 'Compare again' },
          ...names.map((name) => ({ label: name, onSelect: () => compareAgain(host, name) })),
        ];
  return (
    <Menu align="end" entries={entries}>
      <Button size="small" icon={ListFilter}>
        Ignored {names.length}
      </Button>
    </Menu>
  );
}
