// Asks a server what it offers, and says when it has answered, or why it did not.
import { RefreshCw } from 'lucide-react';
import { clockText } from '../../../../../format/measures.ts';
import { Button, IconButton, Spinner } from '../../../../../parts/index.ts';
import type { ColumnProps } from '../contract.ts';
import css from './column.module.css';
import { askServer, type Asked } from './description.ts';

interface AskBarProps extends Pick<ColumnProps, 'tabKey' | 'where'> {
  readonly asked: Asked;
  /** The offers for a reader, such as `services`. */
  readonly offers: string;
}

export function AskBar({ tabKey, where, asked, offers }: AskBarProps) {
  const ask = (): void => void askServer({ tabKey, where });
  const { isAsking, value, error, time } = asked;
  return (
    <>
      {error !== null && (
        <p className={css['error']} role="alert">
          {error}
        </p>
      )}
      {isAsking ? (
        <p className={css['hint']} role="status">
          <Spinner /> The server is asked
        </p>
      ) : value === null ? (
        <div className={css['ask']}>
          <Button kind="line" onClick={ask}>
            Ask the server
          </Button>
          <p>It tells its {offers}.</p>
        </div>
      ) : (
        <div className={css['asked']}>
          <span>As of {clockText(new Date(time).toISOString())}</span>
          <IconButton icon={RefreshCw} size="small" label="Ask the server again" onClick={ask} />
        </div>
      )}
    </>
  );
}
