// The name, the tags and the description of a request, in Markdown.
import { lazy, Suspense } from 'react';
import { FormRow, TextField } from '../../../parts/index.ts';
import { editRequest } from './fields.ts';
import type { PaneProps } from './pane.ts';
import { TagsField } from './tags-field.tsx';
import css from './request.module.css';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));

export function DocsPane({ tabKey, request: { name, docs, tags } }: PaneProps) {
  return (
    <>
      <div className={css['nameRow']}>
        <FormRow label="Name" htmlFor="request-name">
          <TextField
            id="request-name"
            value={name}
            isWrong={name.trim() === ''}
            onChange={(text) => editRequest(tabKey, { name: text })}
          />
        </FormRow>
        <TagsField tabKey={tabKey} tags={tags} />
      </div>
      <Suspense fallback={null}>
        <CodeEdit
          label="Description in Markdown"
          fills
          language="markdown"
          value={docs}
          onChange={(text) => editRequest(tabKey, { docs: text })}
        />
      </Suspense>
    </>
  );
}
