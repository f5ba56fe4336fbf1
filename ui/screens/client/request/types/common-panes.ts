// The editors that requests of several types have.
import { AuthPane } from '../auth/auth-pane.tsx';
import { BodyPane } from '../body-pane.tsx';
import { DocsPane } from '../docs-pane.tsx';
import { ExamplesTab } from '../examples-tab.tsx';
import { HeadersPane } from '../headers-pane.tsx';
import { ParamsPane } from '../params-pane.tsx';
import { ScriptsPane } from '../scripts-pane.tsx';
import { SettingsPane } from '../settings-pane.tsx';
import { pathFields } from '../url-text.ts';
import type { PaneView } from './contract.ts';

const params: PaneView = {
  id: 'params',
  title: 'Params',
  Pane: ParamsPane,
  count: ({ query, path, url }) =>
    query.filter(({ enabled }) => enabled).length + pathFields(url, path).length,
};
const headers: PaneView = {
  id: 'headers',
  title: 'Headers',
  Pane: HeadersPane,
  count: (request) => request.headers.filter(({ enabled }) => enabled).length,
};
const body: PaneView = { id: 'body', title: 'Body', Pane: BodyPane };
const auth: PaneView = { id: 'auth', title: 'Auth', Pane: AuthPane };
const scripts: PaneView = {
  id: 'scripts',
  title: 'Scripts',
  Pane: ScriptsPane,
  count: ({ scripts: { preRequest, test } }) => [preRequest, test].filter((text) => text !== '').length,
};
const examples: PaneView = {
  id: 'examples',
  title: 'Examples',
  Pane: ExamplesTab,
  count: (request) => request.examples.length,
};
const docs: PaneView = { id: 'docs', title: 'Docs', Pane: DocsPane };
const settings: PaneView = { id: 'settings', title: 'Settings', Pane: SettingsPane };

export const common = { params, headers, body, auth, scripts, examples, docs, settings } as const;
