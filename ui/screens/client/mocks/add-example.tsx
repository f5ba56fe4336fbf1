// A call that no example fits becomes one: of the request that has its method and path, or of a new one.
import { useState } from 'react';
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { Button, Dialog, FormRow, TextField } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { act, placed } from '../model/steps.ts';
import type { TreeObject } from '../model/workspace.ts';
import css from './mocks.module.css';
import type { Call, Route, UnmatchedRequest } from './model.ts';

interface AddExampleProps {
  /** The id of the collection. */
  readonly collection: string;
  readonly call: Call;
  readonly unmatched: UnmatchedRequest;
  readonly routes: readonly Route[];
  readonly onClose: () => void;
}

export function AddExample({ collection, call, unmatched, routes, onClose }: AddExampleProps) {
  const [path, setPath] = useState(withQuery(unmatched));
  const [status, setStatus] = useState('200');
  const [name, setName] = useState('As expected');
  const [body, setBody] = useState('{}');
  const isStatus = /^[2-5]\d\d$/.test(status.trim());
  const isWrong = !isStatus || name.trim() === '' || !path.startsWith('/');
  const save = (): void => {
    if (isWrong) return;
    onClose();
    const example = { name: name.trim(), status: Number(status), body };
    void attempt('The example is not added', () =>
      addExample({ collection, call, unmatched, routes }, path, example),
    );
  };
  return (
    <Dialog
      title="Add example"
      text="The mock answers with it from the next call on."
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={isWrong} onClick={save}>
            Add example
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <FormRow
          label={call.method}
          htmlFor="example-path"
          error={path.startsWith('/') ? null : 'A path begins with /'}
          hint="A segment such as :id fits anything."
        >
          <TextField id="example-path" mono value={path} isWrong={!path.startsWith('/')} onChange={setPath} />
        </FormRow>
        <FormRow label="Name" htmlFor="example-name">
          <TextField id="example-name" autoFocus value={name} onChange={setName} />
        </FormRow>
        <FormRow label="Status" htmlFor="example-status" error={isStatus ? null : 'Give 200 to 599'}>
          <TextField
            id="example-status"
            className={css['short']}
            mono
            value={status}
            isWrong={!isStatus}
            onChange={setStatus}
          />
        </FormRow>
        <FormRow label="Body" htmlFor="example-body">
          <textarea
            id="example-body"
            className={css['area']}
            rows={6}
            spellCheck={false}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </FormRow>
      </form>
    </Dialog>
  );
}

function withQuery({ path, query }: UnmatchedRequest): string {
  const text = query.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return text.length === 0 ? path : `${path}?${text.join('&')}`;
}

interface NewExample {
  readonly name: string;
  readonly status: number;
  readonly body: string;
}

type Calls = ParamsOf<'client.act'>['calls'];

async function addExample(
  { collection, call, unmatched, routes }: Omit<AddExampleProps, 'onClose'>,
  path: string,
  { name, status, body }: NewExample,
): Promise<void> {
  const headers = [{ name: 'Content-Type', value: isJson(body) ? 'application/json' : 'text/plain' }];
  const calls: Calls[number][] = [];
  let request = routes.find((route) => route.method === call.method && route.path === path)?.request;
  if (request === undefined) {
    request = freeName(`${call.method} ${path.split('?')[0]!}`, placed(`collection:${collection}`)?.object);
    const url = `${await originOf(collection, routes)}${path}`;
    const params = { collection, name: request, method: call.method, url, ...bodyOf(unmatched) };
    calls.push({ method: 'create_request', params });
  }
  calls.push({
    method: 'save_example',
    params: { collection, request, name, status, ...(body !== '' && { headers, body }) },
  });
  await act(`Added the example ${name}`, calls);
}

function bodyOf({ body: { text = '' }, omitted }: UnmatchedRequest): object {
  return text === '' || omitted > 0 ? {} : { body: { mode: isJson(text) ? 'json' : 'text', text } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns what the URLs of the collection begin with: a variable such as `{{baseUrl}}`, or a host. */
async function originOf(collection: string, routes: readonly Route[]): Promise<string> {
  const request = routes[0]?.request;
  if (request === undefined) return 'http://localhost';
  const { url } = await rpc('get_saved_request', { collection, request });
  return /^(?:\{\{[^{}]+\}\}|https?:\/\/[^/?#]+)/.exec(String(url))?.[0] ?? 'http://localhost';
}

/** Returns a name that no object of the collection has, because the example finds its request by it. */
function freeName(name: string, collection: TreeObject | undefined): string {
  const taken = new Set(collection === undefined ? [] : namesIn(collection));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(free)) return free;
  }
}

function namesIn({ items = [] }: TreeObject): readonly string[] {
  return items.flatMap((item) => [item.name, ...namesIn(item)]);
}
