// Shown while no tab is open: the ways to begin.
import { FolderOpen, Upload } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { Button, TextField } from '../../parts/index.ts';
import { rpc } from '../../api/client.ts';
import { attempt } from '../../state/actions.ts';
import css from './client.module.css';
import { openWorkspaces } from './files/index.ts';
import { newRequest } from './model/steps.ts';
import type { WorkspaceView } from './model/workspace.ts';
import { openImport } from './transfer/sources.ts';
import { REQUEST_KINDS } from './request/request-kinds.ts';

export function Start({ view }: { readonly view: WorkspaceView }) {
  const isEmpty = view.tree.length === 0;
  const name = view.folder.split(/[\\/]/).at(-1) ?? view.folder;
  return (
    <div className={css['start']}>
      <div className={css['startText']}>
        <section>
          <h2>{isEmpty ? 'No requests yet' : 'Nothing is open'}</h2>
          <p>
            {isEmpty
              ? `Workspace ${name} is an empty folder. What you save becomes a YAML file in it, ready for Git.`
              : `Choose a request of the workspace ${name}, or begin one.`}
          </p>
        </section>
        <Paste />
        <section>
          <div className={css['startHead']}>
            <h3>New request</h3>
            <span>{REQUEST_KINDS.length} kinds</span>
            <Button kind="line" keys="n" data-region-focus onClick={() => newRequest()}>
              HTTP
            </Button>
          </div>
          <div className={css['kinds']}>
            {REQUEST_KINDS.filter(({ type }) => type !== 'http').map(({ type, title, fields }) => (
              <Button key={type} size="small" onClick={() => newRequest(fields)}>
                {title}
              </Button>
            ))}
          </div>
        </section>
        <section>
          <div className={css['startHead']}>
            <h3>Import</h3>
            <span />
            <Button kind="line" icon={Upload} keys="mod+o" onClick={() => openImport()}>
              Import…
            </Button>
          </div>
          <p>
            Postman, Bruno, OpenCollection, Insomnia, OpenAPI and Swagger, HAR, cURL, files .http and .rest.
            Or drop files and folders anywhere here.
          </p>
        </section>
        <section>
          <div className={css['startHead']}>
            <h3>Another workspace</h3>
            <span />
            <Button kind="line" icon={FolderOpen} onClick={openWorkspaces}>
              Open…
            </Button>
          </div>
          <p>This one is {view.folder}. Any folder can be one, such as that of a Git repository.</p>
        </section>
      </div>
    </div>
  );
}

/** Begins a request with a URL or a curl command. */
function Paste() {
  const [text, setText] = useState('');
  const begin = (event: SyntheticEvent): void => {
    event.preventDefault();
    void attempt('The text cannot be read', async () => {
      const { request } = await rpc('client.request_from_text', { text });
      newRequest(request);
    });
  };
  return (
    <form onSubmit={begin}>
      <label htmlFor="client-paste">Paste a URL or a cURL command</label>
      <div className={css['paste']}>
        <TextField
          id="client-paste"
          mono
          placeholder="https://api.example.com/v1/orders, or curl -X POST …"
          value={text}
          onChange={setText}
        />
        <Button kind="primary" type="submit" disabled={text.trim() === ''}>
          Open
        </Button>
      </div>
      <p>Method, headers and body are taken from a cURL command, from any program that copies one.</p>
    </form>
  );
}
