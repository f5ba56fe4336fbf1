// Bodies as real clients and servers send them, at least one for each kind of view.
import { aiBodies } from './ai-bodies.ts';
import { images } from './images.ts';
import { mcpBodies } from './mcp-bodies.ts';
import { loadProtoText } from './proto.ts';
import type { ViewContext } from '../../src/flow/views/index.ts';

export interface SampleBody {
  /** The view made for this body. */
  readonly view: string;
  readonly bytes: Buffer;
  readonly context: ViewContext;
}

export function viewContext(contentType: string, more: Partial<ViewContext> = {}): ViewContext {
  return { contentType, side: 'response', url: 'http://example.test/', headers: [], complete: true, ...more };
}

function sample(
  view: string,
  contentType: string,
  body: string | Buffer,
  more: Partial<ViewContext> = {},
): SampleBody {
  return { view, bytes: Buffer.from(body), context: viewContext(contentType, more) };
}

const TOKEN =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

const FORM_DATA = [
  '--b1',
  'Content-Disposition: form-data; name="title"',
  '',
  'Grüße',
  '--b1',
  'Content-Disposition: form-data; name="file"; filename="a.json"',
  'Content-Type: application/json',
  '',
  '{"a":1}',
  '--b1--',
  '',
].join('\r\n');

const { schema: protos } = loadProtoText(`
  syntax = "proto3";
  package p;
  message M { string a = 1; repeated M b = 2; map<string, M> c = 3; repeated sint64 at = 4; fixed32 e = 5; double f = 6; }
  service S { rpc Do(M) returns (M); }
`);

const QUERY = 'query Hero($id: ID!) { hero(id: $id) { name ... on Droid { parts } } }';

export const sampleBodies: readonly SampleBody[] = [
  sample('form', 'application/x-www-form-urlencoded', 'name=J%C3%BCrgen+M.&rate=100%&x=&y'),
  sample('multipart', 'multipart/form-data; boundary=b1', FORM_DATA),
  sample(
    'json',
    'application/json',
    '\ufeff{"id":12345678901234567890,"list":[1.10,true,null,{"a":"\\u00e9"}],"empty":{}}',
  ),
  sample('json', 'application/x-ndjson', '{"a":1}\n{"b":[2]}\n'),
  sample('json', 'application/javascript', '/**/ callback({"a":[1,2]});'),
  sample('json', 'application/json', ')]}\',\n{"a":1}'),
  sample('json', '', '[{"untold":true}]'),
  sample(
    'html',
    'text/html',
    '<!doctype html><html><head><title>a</title><script>if (a<b) {}</script></head><body><p>x<br>y</body></html>',
  ),
  sample(
    'xml',
    'application/soap+xml',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a k="v"><b>t &x;</b><c/><![CDATA[<d>]]></a>',
  ),
  sample(
    'graphql',
    'application/json',
    JSON.stringify({ query: QUERY, operationName: 'Hero', variables: { id: 1 } }),
    { side: 'request' },
  ),
  sample('graphql', 'application/json', JSON.stringify([{ query: '{a}' }, { query: 'mutation M { b }' }]), {
    side: 'request',
  }),
  sample('graphql', 'application/graphql', QUERY, { side: 'request' }),
  sample('graphql', '', '', {
    side: 'request',
    url: `http://example.test/graphql?query=${encodeURIComponent(QUERY)}&variables=%7B%22id%22%3A1%7D`,
  }),
  sample('jwt', '', '', { headers: [{ name: 'Authorization', value: `Bearer ${TOKEN}` }] }),
  sample('jwt', 'application/octet-stream', `x ${TOKEN} y`, {
    headers: [{ name: 'Cookie', value: `a=b; session=${TOKEN}` }],
  }),
  sample(
    'protobuf',
    'application/x-protobuf',
    Buffer.from(
      '0a0568656c6c6f10960118ffffffffffffffffff0122080a0161120308ac021d0000003f2a04ff00fe80',
      'hex',
    ),
  ),
  sample(
    'msgpack',
    'application/msgpack',
    Buffer.from(
      'jKNpbnQBo25lZ/+jYmlnzwAAAQAAAAAApG5iaWfT////AAAAAAChZss/+AAAAAAAAKFzp2dyw7zDn2WhYsQCAP+hbJPAw8KhbYGhYYChdNf/oaXWAGlXNaWheNUFYWIHpXNldmVu',
      'base64',
    ),
  ),
  sample(
    'cbor',
    'application/cbor',
    Buffer.from(
      'qmNpbnQBY25lZyBjYmlnwklAAAAAAAAAAABkbmJpZ8NJP///////////YWb7P/gAAAAAAABhc2dncsO8w59lYWJCAP9hbIP29fRhdMEaaVc1pQdlc2V2ZW4=',
      'base64',
    ),
  ),
  sample(
    'grpc',
    'application/grpc',
    Buffer.from('000000000d0a026d65120568656c6c6f200500000000040a02686901000000031f8b08', 'hex'),
    { url: 'http://example.test/p.S/Do', protos },
  ),
  sample(
    'grpc',
    'application/grpc',
    Buffer.from('00000000040a026869000000000d0a026d65120568656c6c6f2005', 'hex'),
    {
      url: 'http://example.test/p.S/None',
    },
  ),
  sample('grpc', 'application/grpc-web-text', 'AAAAAAQKAmhpgAAAABBncnBjLXN0YXR1czogMA0K'),
  sample('text', 'text/plain; charset=windows-1252', Buffer.from('caf\xe9 \x80', 'latin1')),
  sample('text', 'text/css', 'a { color: red }'),
  sample('hex', 'application/octet-stream', Buffer.from('00010203ff', 'hex')),
  ...Object.values(aiBodies).map(({ url, side, contentType, body }) =>
    sample('ai', contentType, body, { url, side }),
  ),
  ...Object.values(mcpBodies).map(({ contentType, body, ...context }) =>
    sample('mcp', contentType, body, context),
  ),
  ...images.map(([, mime, , , base64]) => sample('image', mime, Buffer.from(base64, 'base64'))),
  sample(
    'image',
    'image/svg+xml',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"/>',
  ),
];
