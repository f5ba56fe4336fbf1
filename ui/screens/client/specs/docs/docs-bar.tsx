// The bar above the documentation: how it is shown, what is in it, and saving it.
import { Download } from 'lucide-react';
import { sizeText } from '../../../../format/measures.ts';
import { Button, Checkbox, Segmented, Spinner } from '../../../../parts/index.ts';
import css from './docs.module.css';

const WIDTHS = [
  ['1280', '1280'],
  ['768', '768'],
  ['390', '390'],
] as const;
export type Width = (typeof WIDTHS)[number][0];
export type Theme = 'light' | 'dark';

interface DocsBarProps {
  readonly width: Width;
  readonly theme: Theme;
  readonly withCollection: boolean;
  /** The size of the page; null before it is written. */
  readonly bytes: number | null;
  readonly isGoing: boolean;
  readonly onWidth: (width: Width) => void;
  readonly onTheme: (theme: Theme) => void;
  readonly onCollection: (withCollection: boolean) => void;
  readonly onSave: () => void;
}

export function DocsBar(props: DocsBarProps) {
  const { width, theme, withCollection, bytes, isGoing, onWidth, onTheme, onCollection, onSave } = props;
  return (
    <div className={css['bar']}>
      <Segmented label="Width" value={width} options={WIDTHS} onChange={onWidth} />
      <Segmented<Theme>
        label="Theme"
        value={theme}
        options={[
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        onChange={onTheme}
      />
      <Checkbox
        label="Requests and examples of the collection"
        checked={withCollection}
        onChange={onCollection}
      />
      <span className={css['gap']} />
      <span className={css['note']} role="status">
        {isGoing && <Spinner label="Being written" />}
        {bytes !== null && `one HTML file, ${sizeText(bytes)}, nothing from elsewhere`}
      </span>
      <Button
        size="small"
        kind="line"
        icon={Download}
        keys="mod+e"
        disabled={bytes === null}
        onClick={onSave}
      >
        Save HTML
      </Button>
    </div>
  );
}
