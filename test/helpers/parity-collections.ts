// Collections that use every part of a run, to compare two runners.

interface Own {
  readonly collection: unknown;
  readonly data?: unknown;
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const HOST = 'http://echo.example';
const STATUS = "pm.test('status ' + pm.response.code, () => pm.response.to.have.status(200));";

function script(listen: 'test' | 'prerequest', ...exec: readonly string[]) {
  return { listen, script: { type: 'text/javascript', exec } };
}

function item(name: string, request: object, ...event: readonly object[]) {
  const own = event.some((each) => 'listen' in each && each.listen === 'test');
  return {
    name,
    request: { method: 'GET', ...request },
    event: own ? event : [...event, script('test', STATUS)],
  };
}

function collection(name: string, items: readonly object[], more: object = {}): unknown {
  return { info: { name, schema: SCHEMA }, item: items, ...more };
}

/** Headers that agree with a form, that lack something, and that contradict it. */
const FORM_HEADERS = [
  ['formdata', 'multipart/form-data'],
  ['formdata', 'multipart/form-data; boundary=own'],
  ['formdata', 'multipart/form-data; charset=utf-8; boundary="own-2"'],
  ['formdata', 'application/json'],
  ['urlencoded', 'application/json'],
  ['urlencoded', 'application/x-www-form-urlencoded; charset=utf-8'],
] as const;

/** The headers as a script sees them, without those that differ between clients. */
const OWN_HEADERS =
  "JSON.stringify(pm.request.headers.map(({ key, disabled }) => [key, disabled]).filter(([key]) => key.startsWith('X-')))";

export const OWN_COLLECTIONS: Readonly<Record<string, Own>> = {
  lists: {
    collection: collection('lists', [
      item(
        'lists as text',
        { url: `${HOST}/get?data={{list}}&env={{env}}&global={{global}}&local={{local}}&col={{col}}` },
        script(
          'prerequest',
          "pm.environment.set('env', [1, 2]);",
          "pm.globals.set('global', [3, [4, 5]]);",
          "pm.variables.set('local', ['a', 'b']);",
          "pm.collectionVariables.set('col', [6, 7]);",
        ),
      ),
    ]),
    data: [{ list: [1, 2] }, { list: [[1, 2], 'x'] }, { list: [] }],
  },
  urls: {
    collection: collection(
      'urls',
      [
        item('plain', { url: `${HOST}/get` }),
        item('query', {
          url: {
            raw: `${HOST}/get?a=1&b=two words&c&d=&off=1&ä=ö&e=%20x&f=a+b&g='"<>`,
            protocol: 'http',
            host: ['echo', 'example'],
            path: ['get'],
            query: [
              { key: 'a', value: '1' },
              { key: 'b', value: 'two words' },
              { key: 'c', value: null },
              { key: 'd', value: '' },
              { key: 'off', value: '1', disabled: true },
              { key: 'ä', value: 'ö' },
              { key: 'e', value: '%20x' },
              { key: 'f', value: 'a+b' },
              { key: 'g', value: '\'"<>' },
            ],
          },
        }),
        item('path variables', {
          url: {
            raw: `${HOST}/get/:id/x/:name`,
            protocol: 'http',
            host: ['echo', 'example'],
            path: ['get', ':id', 'x', ':name'],
            variable: [
              { key: 'id', value: '42' },
              { key: 'name', value: 'b c' },
            ],
          },
        }),
        item('what would end a parameter', {
          url: {
            raw: `${HOST}/get?a=b&c`,
            protocol: 'http',
            host: ['echo', 'example'],
            path: ['get'],
            query: [
              { key: 'a', value: 'b&c=d' },
              { key: 'e&f', value: 'g' },
            ],
          },
        }),
        item('what follows a path variable', {
          url: {
            raw: `${HOST}/get/:id.json`,
            protocol: 'http',
            host: ['echo', 'example'],
            path: ['get', ':id.json'],
            variable: [{ key: 'id', value: '42' }],
          },
        }),
        item('variables', { url: '{{host}}/{{path}}?v={{value}}&n={{none}}' }),
        item('fragment', { url: `${HOST}/get?x=1#part` }),
        item('no scheme', { url: 'echo.example/get' }),
        item('root', { url: HOST }),
      ],
      {
        variable: [
          { key: 'host', value: HOST },
          { key: 'path', value: 'get' },
          { key: 'value', value: '{{path}} & more' },
        ],
      },
    ),
  },
  bodies: {
    collection: collection(
      'bodies',
      [
        item('raw text', { method: 'POST', url: `${HOST}/post`, body: { mode: 'raw', raw: 'hällo {{x}}' } }),
        item('raw JSON', {
          method: 'PUT',
          url: `${HOST}/put`,
          body: { mode: 'raw', raw: '{"a": {{x}}}', options: { raw: { language: 'json' } } },
        }),
        item('form', {
          method: 'POST',
          url: `${HOST}/post`,
          body: {
            mode: 'urlencoded',
            urlencoded: [
              { key: 'a', value: "b c&d=é*'()!~" },
              { key: 'off', value: '1', disabled: true },
              { key: 'empty', value: '' },
              { key: 'n', value: 'one\ntwo' },
            ],
          },
        }),
        ...FORM_HEADERS.map(([mode, value]) =>
          item(`${mode} under ${value}`, {
            method: 'POST',
            url: `${HOST}/post`,
            header: [{ key: 'Content-Type', value }],
            body: { mode, [mode]: [{ key: 'a', value: 'b', type: 'text' }] },
          }),
        ),
        item('multipart', {
          method: 'POST',
          url: `${HOST}/post`,
          body: {
            mode: 'formdata',
            formdata: [
              { key: 'a', value: 'b {{x}}', type: 'text' },
              { key: 'typed', value: '{}', type: 'text', contentType: 'application/json' },
              { key: 'off', value: '1', type: 'text', disabled: true },
            ],
          },
        }),
        item('graphql', {
          method: 'POST',
          url: `${HOST}/post`,
          body: { mode: 'graphql', graphql: { query: 'query Q { a }', variables: '{"v": 1}' } },
        }),
        item('GET with a body', { url: `${HOST}/get`, body: { mode: 'raw', raw: 'x' } }),
        item('DELETE with a body', {
          method: 'DELETE',
          url: `${HOST}/delete`,
          body: { mode: 'raw', raw: 'x' },
        }),
        item('POST without', { method: 'POST', url: `${HOST}/post` }),
        item('empty raw', { method: 'POST', url: `${HOST}/post`, body: { mode: 'raw', raw: '' } }),
        item('own type', {
          method: 'POST',
          url: `${HOST}/post`,
          header: [{ key: 'content-type', value: 'application/x-own' }],
          body: { mode: 'raw', raw: '{}', options: { raw: { language: 'json' } } },
        }),
      ],
      { variable: [{ key: 'x', value: '7' }] },
    ),
  },
  headers: {
    collection: collection(
      'headers',
      [
        item('several', {
          url: `${HOST}/headers`,
          header: [
            { key: 'X-One', value: '{{v}}' },
            { key: 'X-Two', value: 'a' },
            { key: 'X-Two', value: 'b' },
            { key: 'X-Off', value: '1', disabled: true },
            { key: 'X-Empty', value: '' },
            { key: 'Cookie', value: 'own=1' },
          ],
        }),
        item('basic', {
          url: `${HOST}/basic-auth`,
          auth: {
            type: 'basic',
            basic: [
              { key: 'username', value: 'postman' },
              { key: 'password', value: 'password' },
            ],
          },
        }),
        item('bearer', {
          url: `${HOST}/headers`,
          auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{v}}' }] },
        }),
        item('API key in the query', {
          url: `${HOST}/get?x=1`,
          auth: {
            type: 'apikey',
            apikey: [
              { key: 'key', value: 'k' },
              { key: 'value', value: 'a b' },
              { key: 'in', value: 'query' },
            ],
          },
        }),
        item('inherited', { url: `${HOST}/headers` }),
        item('none', { url: `${HOST}/headers`, auth: { type: 'noauth' } }),
      ],
      {
        variable: [{ key: 'v', value: 'value of v' }],
        auth: { type: 'bearer', bearer: [{ key: 'token', value: 'of the collection' }] },
      },
    ),
  },
  redirects: {
    collection: collection('redirects', [
      ...[301, 302, 303, 307, 308].map((status) =>
        item(`POST ${status}`, {
          method: 'POST',
          url: `${HOST}/redirect/${status}`,
          header: [{ key: 'X-Own', value: '1' }],
          body: { mode: 'raw', raw: 'body' },
        }),
      ),
      item('PUT 302', { method: 'PUT', url: `${HOST}/redirect/302`, body: { mode: 'raw', raw: 'body' } }),
      item('HEAD 302', { method: 'HEAD', url: `${HOST}/redirect/302` }),
      {
        ...item('not followed', { url: `${HOST}/redirect/302` }),
        protocolProfileBehavior: { followRedirects: false },
      },
    ]),
  },
  cookies: {
    collection: collection('cookies', [
      item('set', { url: `${HOST}/cookies/set?a=1&b=2` }),
      item(
        'sent',
        { url: `${HOST}/cookies` },
        script('test', "pm.test('a', () => pm.expect(pm.cookies.get('a')).to.equal('1'));"),
      ),
      item('with its own', { url: `${HOST}/cookies`, header: [{ key: 'Cookie', value: 'own=3' }] }),
      item('elsewhere', { url: 'http://other.example/cookies' }),
      item('deleted', { url: `${HOST}/cookies/delete?a` }),
    ]),
  },
  scripts: {
    collection: collection(
      'scripts',
      [
        {
          name: 'Folder',
          event: [script('prerequest', "pm.variables.set('order', pm.variables.get('order') + 'F');")],
          item: [
            item(
              'order',
              { url: `${HOST}/get?order={{order}}` },
              script('prerequest', "pm.variables.set('order', pm.variables.get('order') + 'R');"),
            ),
          ],
        },
        item(
          'changes its request',
          { method: 'POST', url: `${HOST}/post`, body: { mode: 'raw', raw: 'before' } },
          script(
            'prerequest',
            "pm.request.headers.add({ key: 'X-Added', value: 'yes' });",
            "pm.request.url.addQueryParams('added=1');",
            "pm.request.body.raw = 'after';",
          ),
        ),
        item(
          'sees and changes its URL',
          {
            url: {
              raw: `${HOST}/get/:id?a=1%232&off=1`,
              protocol: 'http',
              host: ['echo', 'example'],
              path: ['get', ':id'],
              query: [
                { key: 'a', value: '1#2' },
                { key: 'off', value: '1', disabled: true },
              ],
              variable: [{ key: 'id', value: '4 2' }],
            },
          },
          script(
            'prerequest',
            'const seen = pm.request.url.getPathWithQuery();',
            'pm.test(seen, () => {});',
            'pm.test(JSON.stringify(pm.request.url.query.all()), () => {});',
            'pm.request.url.query.each((each) => { each.disabled = false; });',
            "pm.request.url.variables.upsert({ key: 'id', value: '77' });",
            "pm.environment.set('nothing', undefined);",
          ),
        ),
        item(
          'knows where it is',
          { url: `${HOST}/get?nothing={{nothing}}` },
          script('prerequest', 'pm.test(pm.execution.location.current, () => {});'),
        ),
        item(
          'knows what was sent',
          {
            method: 'POST',
            url: `${HOST}/post`,
            auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
            body: { mode: 'raw', raw: '{"token":"{{token}}"}' },
          },
          script('prerequest', "pm.variables.set('token', 'abc');"),
          script(
            'test',
            'pm.test(pm.request.body.raw, () => {});',
            "pm.test(pm.request.auth.parameters().get('token'), () => {});",
          ),
        ),
        item(
          'knows what was sent before a redirect',
          { method: 'POST', url: `${HOST}/redirect/302`, body: { mode: 'raw', raw: 'b' } },
          script(
            'test',
            "pm.test([pm.request.method, pm.request.url.getPath(), pm.request.headers.get('content-type')].join(), () => {});",
          ),
        ),
        item(
          'sends another',
          { url: `${HOST}/get` },
          script(
            'test',
            `pm.sendRequest('${HOST}/get?second=1', (error, response) => pm.test('second', () => pm.expect(response.code).to.equal(200)));`,
          ),
        ),
        item(
          'fails',
          { url: `${HOST}/get` },
          script('test', "pm.test('fails', () => pm.expect(1).to.equal(2));", 'nothing.here();'),
        ),
        item('jumps', { url: `${HOST}/get?jump=1` }, script('test', "pm.execution.setNextRequest('last');")),
        item('left out', { url: `${HOST}/get?left=out` }),
        item(
          'last',
          { url: `${HOST}/get?last=1` },
          script(
            'test',
            "pm.environment.set('kept', 'yes'); pm.globals.set('g', 1); pm.execution.setNextRequest(null);",
          ),
        ),
        item('never', { url: `${HOST}/get?never=1` }),
      ],
      { event: [script('prerequest', "pm.variables.set('order', 'C');")] },
    ),
  },
  values: {
    collection: collection('values', [
      item(
        'set',
        { url: `${HOST}/get` },
        script(
          'test',
          "pm.environment.set('null', null); pm.environment.set('false', false); pm.environment.set('zero', 0);",
          "pm.environment.set('empty', '');",
          "pm.globals.set('globalNull', null); pm.collectionVariables.set('collectionNull', null);",
        ),
      ),
      item('used', {
        method: 'POST',
        url: `${HOST}/post`,
        body: {
          mode: 'raw',
          raw: '{{null}} {{false}} {{zero}} {{empty}} {{globalNull}} {{collectionNull}}',
        },
      }),
    ]),
  },
  data: {
    collection: collection('data', [
      item(
        'row',
        { url: `${HOST}/get?name={{name}}&n={{n}}` },
        script(
          'test',
          "pm.test('row of ' + pm.info.iteration, () => pm.expect(pm.iterationData.get('n')).to.equal(pm.info.iteration));",
        ),
      ),
    ]),
    data: [
      { name: 'a b', n: 0 },
      { name: 'ü', n: 1 },
    ],
  },
  severalScripts: {
    collection: collection('severalScripts', [
      item(
        'several of one event',
        { url: `${HOST}/get` },
        script('prerequest', "const x = 'one';", "pm.variables.set('x', x);"),
        script('prerequest', "const x = 'two';", "pm.variables.set('y', x);"),
        script('test', 'const x = 1;', "pm.test('one', () => {});", 'missing();'),
        script(
          'test',
          'const x = 2;',
          "pm.test('two ' + pm.variables.get('x') + pm.variables.get('y'), () => {});",
        ),
      ),
    ]),
  },
  graphql: {
    collection: collection('graphql', [
      ...['', '{"a": 12345678901234567890}'].map((variables) =>
        item(`with ${variables}`, {
          method: 'POST',
          url: `${HOST}/post`,
          body: { mode: 'graphql', graphql: { query: '{ a }', variables } },
        }),
      ),
    ]),
  },
  whatScriptsSee: {
    collection: collection(
      'whatScriptsSee',
      [
        item(
          'disabled headers',
          {
            url: `${HOST}/headers`,
            header: [
              { key: 'X-On', value: '1' },
              { key: 'X-Off', value: '{{v}}', disabled: true },
              { key: 'X-Last', value: '2' },
            ],
          },
          script('prerequest', `pm.test('before ' + ${OWN_HEADERS}, () => {});`),
          script('test', `pm.test('after ' + ${OWN_HEADERS}, () => {});`),
        ),
        item(
          'inherited authorization',
          { url: `${HOST}/headers` },
          script('prerequest', "pm.test('before ' + JSON.stringify(pm.request.auth), () => {});"),
        ),
        item(
          'fields of the connection',
          { url: `${HOST}/get` },
          script('test', "pm.test(pm.response.headers.get('Connection'), () => {});"),
        ),
        item(
          'values that the library makes',
          { url: `${HOST}/get` },
          script(
            'test',
            "const { Property } = require('postman-collection');",
            "const text = Property.replaceSubstitutions('{{$randomIP}} {{$guid}} {{none}}');",
            'pm.test(/^[\\d.]+ [-\\da-f]{36} {{none}}$/.test(text), () => {});',
          ),
        ),
        item(
          'no response',
          { url: 'http://localhost:1/' },
          script(
            'test',
            "pm.test('has ' + typeof pm.response, () => pm.expect(pm.response.code).to.equal(200));",
          ),
          script('test', "pm.test('a second script', () => {});"),
        ),
      ],
      { auth: { type: 'bearer', bearer: [{ key: 'token', value: 'of the collection' }] } },
    ),
  },
  comments: {
    collection: collection('comments', [
      ...(['json', 'text', undefined] as const).flatMap((language) =>
        [null, 'application/json', 'application/vnd.x+json', 'text/plain'].map((type) =>
          item(`${language ?? 'no language'} under ${type}`, {
            method: 'POST',
            url: `${HOST}/post`,
            ...(type !== null && { header: [{ key: 'Content-Type', value: type }] }),
            body: {
              mode: 'raw',
              raw: '{ // one\n  "a": "//b", /* two */ "c": 1\n}',
              ...(language !== undefined && { options: { raw: { language } } }),
            },
          }),
        ),
      ),
    ]),
  },
};
