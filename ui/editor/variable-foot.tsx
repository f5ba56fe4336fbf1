// The foot of a card: the steps for a value that a script has set, and how often the name is used.
import { useEffect, useState } from 'react';
import { Button } from '../parts/index.ts';
import css from './variable-card.module.css';
import type { KnownVariable, VariableSource } from './variable-source.ts';

export interface KnownProps {
  readonly variable: KnownVariable;
  readonly source: VariableSource;
  readonly onDone: () => void;
}

export function VariableFoot({ variable, source: { keep, forget, uses }, onDone }: KnownProps) {
  const { name, setBy } = variable;
  const [used, setUsed] = useState<number | null>(null);
  useEffect(() => {
    let isOpen = true;
    uses?.(name).then(
      (found) => isOpen && setUsed(found),
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [uses, name]);
  const isOfScript = setBy !== undefined && keep !== undefined && forget !== undefined;
  if (!isOfScript && used === null) return null;
  const run = (step: (variable: KnownVariable) => void): void => {
    step(variable);
    onDone();
  };
  return (
    <div className={css['foot']}>
      {isOfScript && (
        <>
          <Button size="small" onClick={() => run(keep)}>
            Keep in file
          </Button>
          <Button size="small" onClick={() => run(forget)}>
            Forget
          </Button>
        </>
      )}
      {used !== null && <span className={css['uses']}>{used === 1 ? '1 use' : `${used} uses`}</span>}
    </div>
  );
}
