// A request as its editors see it: every field has a value, also those that its file leaves out.
import type { Auth } from '../../../../src/collections/model/auth.ts';
import type { Body } from '../../../../src/collections/model/body.ts';
import type {
  RequestSettings,
  RequestType,
  SavedRequest,
} from '../../../../src/collections/model/request.ts';
import type { Pair, QueryPair, Scripts } from '../../../../src/collections/model/values.ts';
import type { Fields } from '../model/open-object.ts';

export type { Auth, Body, Pair, QueryPair, RequestSettings, RequestType, Scripts };

type Section = 'graphql' | 'grpc' | 'mcp' | 'ai' | 'sql' | 'websocket' | 'socketio' | 'mqtt' | 'tcp';

/** The fields of single types: those that its file leaves out are absent. */
type Sections = { readonly [S in Section]?: Partial<NonNullable<SavedRequest[S]>> | undefined };

export interface RequestView
  extends Pick<SavedRequest, 'name' | 'type' | 'method' | 'url' | 'docs' | 'tags' | 'examples'>, Sections {
  readonly query: readonly QueryPair[];
  readonly path: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly body: Body;
  readonly auth: Auth;
  readonly scripts: Scripts;
  readonly settings: Partial<RequestSettings>;
}

const EMPTY: RequestView = {
  name: '',
  type: 'http',
  method: 'GET',
  url: '',
  query: [],
  path: [],
  headers: [],
  body: { type: 'none' },
  auth: { type: 'inherit' },
  scripts: { preRequest: '', test: '' },
  docs: '',
  tags: [],
  settings: {},
  examples: [],
};

/** Returns a request with a value for each field. The app has checked the fields. */
export function requestView(fields: Fields): RequestView {
  const { scripts, ...rest } = fields;
  return {
    ...EMPTY,
    ...rest,
    scripts: { ...EMPTY.scripts, ...(scripts as Partial<Scripts>) },
  };
}
