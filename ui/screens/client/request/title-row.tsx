// The head of a request, folder or collection in a tab: what holds it, its name, and Save.
import type { ReactNode } from 'react';
import { Button } from '../../../parts/index.ts';
import type { OpenObject } from '../model/open-object.ts';
import { placed } from '../model/steps.ts';
import { requestView } from './fields.ts';
import css from './request.module.css';

interface TitleRowProps {
  readonly tabKey: string;
  readonly object: OpenObject;
  readonly onSave: () => void;
  /** Controls before Save. */
  readonly children?: ReactNode;
}

export function TitleRow({ tabKey, object, onSave, children }: TitleRowProps) {
  const above = placed(tabKey)?.above ?? [];
  const name = requestView(object.value).name;
  return (
    <div className={css['titleRow']}>
      <p className={css['crumbs']}>
        {above.map(({ id, name: each }) => (
          <span key={id}>{each} / </span>
        ))}
        <strong>{name === '' ? 'No name' : name}</strong>
      </p>
      {children}
      {object.isUnsaved ? (
        <Button size="small" keys="mod+s" onClick={onSave}>
          Save
        </Button>
      ) : (
        <span className={css['savedText']}>Saved</span>
      )}
    </div>
  );
}
