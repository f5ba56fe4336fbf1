// Places where secrets stand: each puts one into an otherwise ordinary message. `form`: any text. `named`: behind a name.
import { header, body, json, uri, xml, type SecretCarrier } from './messages.ts';
import { furtherNamedPlaces } from './named-places.ts';

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** Places of a secret that its form tells, without a name that does. */
export const formPlaces: readonly SecretCarrier[] = [
  ['plain text', (s) => body('text/plain', `deployed with ${s} yesterday`)],
  ['JSON value', (s) => json({ note: s, id: 1 })],
  ['JSON list', (s) => json(['a', s, 'b'])],
  ['JSON in a string', (s) => json({ log: JSON.stringify({ line: `used ${s}` }) })],
  ['behind an escaped line end', (s) => json({ log: `first\n${s}\nlast` })],
  ['header', (s) => header('X-Note', s)],
  ['query', (s) => ({ path: `/a?ref=${uri(s)}&page=2` })],
  ['path', (s) => ({ path: `/hook/${s.replaceAll(' ', '')}` })],
  ['XML text', (s) => body('application/xml', `<note><to>me</to><body>${xml(s)}</body></note>`)],
  ['HTML attribute', (s) => body('text/html', `<div data-x="${xml(s)}">hello</div>`)],
  ['script', (s) => body('text/javascript', `const a={b:"${s}"};`)],
  ['SSE', (s) => body('text/event-stream', `event: a\ndata: ${s}\n\n`)],
];

/** Places of a secret that only a name tells. */
export const namedPlaces: readonly SecretCarrier[] = [
  ['JSON password', (s) => json({ user: 'me', password: s })],
  ['JSON deep', (s) => json({ a: { b: [{ c: { db_password: s } }] } })],
  ['JSON camel', (s) => json({ clientSecret: s, id: 5 })],
  ['JSON capitals', (s) => json({ DB_PASSWORD: s })],
  ['JSON kebab', (s) => json({ 'api-key': s })],
  ['JSON aws', (s) => json({ aws_secret_access_key: s })],
  ['JSON stripeKey', (s) => json({ stripeKey: s })],
  ['JSON github_token', (s) => json({ github_token: s })],
  ['JSON bot_token', (s) => json({ bot_token: s })],
  ['JSON reset_token', (s) => json({ reset_token: s })],
  ['JSON list of passwords', (s) => json({ passwords: ['other-one', s] })],
  ['JSON tokens object', (s) => json({ tokens: { access: s, refresh: 'abcdefgh1' } })],
  ['JSON key and value', (s) => json({ key: 'API_KEY', value: s })],
  ['JSON name and value', (s) => json([{ name: 'password', value: s, enabled: true }])],
  ['JSON value and name', (s) => json({ value: s, key: 'API_KEY' })],
  ['JSON header pair', (s) => json({ headers: [['Authorization', `Bearer ${s}`]] })],
  ['JSON pretty', (s) => body('application/json', pretty({ password: s, a: 1 }))],
  ['JSON as text', (s) => body('text/plain', JSON.stringify({ access_token: s }))],
  ['JSON as octets', (s) => body('application/octet-stream', JSON.stringify({ refresh_token: s }))],
  ['JSON without a type', (s) => ({ body: JSON.stringify({ secret: s }) })],
  ['JSON as HTML', (s) => body('text/html', JSON.stringify({ api_secret: s }))],
  ['NDJSON', (s) => body('application/x-ndjson', `{"a":1}\n{"token":${JSON.stringify(s)}}\n`)],
  ['JSON in a string', (s) => json({ body: JSON.stringify({ password: s }) })],
  ['JSON in a string twice', (s) => json({ a: JSON.stringify({ b: JSON.stringify({ token: s, c: 1 }) }) })],
  ['pretty JSON in a string', (s) => json({ a: pretty({ client_secret: s, x: [1] }) })],
  ['URL in JSON', (s) => json({ next: `https://a.test/cb?access_token=${uri(s)}&x=1` })],
  ['relative URL in JSON', (s) => json({ next: `/cb?x=1&access_token=${uri(s)}` })],
  [
    'escaped URL in JSON',
    (s) => body('application/json', `{"u":"https://a.test/?a=b\\u0026token=${uri(s)}\\u0026c=d"}`),
  ],
  ['fragment', (s) => json({ url: `https://a.test/cb#access_token=${uri(s)}&token_type=bearer` })],
  [
    'encoded URL in a query',
    (s) => ({ path: `/login?next=${uri(`https://b.test/?api_key=${uri(s)}&z=1`)}` }),
  ],
  ['query password', (s) => ({ path: `/login?user=me&password=${uri(s)}` })],
  ['query token first', (s) => ({ path: `/a?token=${uri(s)}` })],
  ['query bracketed', (s) => ({ path: `/a?user[password]=${uri(s)}&x=1` })],
  ['form', (s) => body('application/x-www-form-urlencoded', `user=me&password=${uri(s)}&x=1`)],
  [
    'form first field',
    (s) => body('application/x-www-form-urlencoded', `client_secret=${uri(s)}&grant_type=a`),
  ],
  ['form bracketed', (s) => body('application/x-www-form-urlencoded', `user%5Bpassword%5D=${uri(s)}&a=1`)],
  ['form as text', (s) => body('text/plain', `grant_type=password&password=${uri(s)}`)],
  [
    'JSON in a form',
    (s) => body('application/x-www-form-urlencoded', `payload=${uri(JSON.stringify({ token: s, a: 1 }))}`),
  ],
  [
    'multipart',
    (s) =>
      body(
        'multipart/form-data; boundary=b',
        `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${s}\r\n--b--\r\n`,
      ),
  ],
  [
    'multipart with JSON',
    (s) =>
      body(
        'multipart/form-data; boundary=b',
        `--b\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ api_key: s })}\r\n--b--\r\n`,
      ),
  ],
  [
    'multipart typed',
    (s) =>
      body(
        'multipart/form-data; boundary=b',
        `--b\r\nContent-Disposition: form-data; name="access_token"\r\nContent-Type: text/plain\r\n\r\n${s}\r\n--b--\r\n`,
      ),
  ],
  [
    'multipart mixed',
    (s) =>
      body(
        'multipart/mixed; boundary=b',
        `--b\r\nContent-Type: application/http\r\n\r\nGET /a HTTP/1.1\r\nAuthorization: Bearer ${s}\r\n\r\n--b--`,
      ),
  ],
  [
    'XML element',
    (s) => body('application/xml', `<login><user>me</user><password>${xml(s)}</password></login>`),
  ],
  ['XML attribute', (s) => body('application/xml', `<login user="me" password="${xml(s)}"/>`)],
  ['XML key and value', (s) => body('application/xml', `<add key="ApiKey" value="${xml(s)}" />`)],
  ['XML CDATA', (s) => body('text/xml', `<a><token><![CDATA[${s}]]></token></a>`)],
  [
    'SOAP',
    (s) =>
      body(
        'application/soap+xml',
        `<s:Envelope><wsse:Password Type="#PasswordText">${xml(s)}</wsse:Password></s:Envelope>`,
      ),
  ],
  [
    'property list',
    (s) => body('application/xml', `<dict><key>accessToken</key>\n<string>${xml(s)}</string></dict>`),
  ],
  [
    'XML-RPC',
    (s) =>
      body('text/xml', `<member><name>password</name><value><string>${xml(s)}</string></value></member>`),
  ],
  [
    'HTML input',
    (s) => body('text/html', `<form><input type="hidden" name="api_token" value="${xml(s)}"></form>`),
  ],
  ['HTML password input', (s) => body('text/html', `<input value="${xml(s)}" type="password">`)],
  ['HTML meta', (s) => body('text/html', `<meta name="access-token" content="${xml(s)}">`)],
  ['HTML data attribute', (s) => body('text/html', `<div id="app" data-api-key="${xml(s)}"></div>`)],
  ['HTML link', (s) => body('text/html', `<a href="/reset?reset_token=${uri(s)}&amp;a=1">reset</a>`)],
  [
    'HTML script',
    (s) =>
      body('text/html', `<script>window.__STATE__={"auth":{"accessToken":${JSON.stringify(s)}}}</script>`),
  ],
  ['YAML', (s) => body('application/yaml', `db:\n  user: me\n  password: ${s}\n  port: 1\n`)],
  ['YAML quoted', (s) => body('text/yaml', `api_key: "${s}"\n`)],
  ['YAML list', (s) => body('application/x-yaml', `passwords:\n  - other1\n  - ${s}\nnext: 1\n`)],
  ['YAML block', (s) => body('application/yaml', `client_secret: |\n  ${s}\nnext: 1\n`)],
  ['env file', (s) => body('text/plain', `HOST=a\nDB_PASSWORD=${s}\nPORT=1\n`)],
  ['env file exported', (s) => body('text/plain', `export GITHUB_TOKEN=${s}\n`)],
  ['env file quoted', (s) => body('text/plain', `SECRET_KEY="${s}"\n`)],
  ['ini file', (s) => body('text/plain', `[default]\naws_secret_access_key = ${s}\n`)],
  ['properties', (s) => body('text/plain', `spring.datasource.password=${s}\n`)],
  ['header lines', (s) => body('message/http', `GET / HTTP/1.1\r\nX-Api-Key: ${s}\r\nAccept: */*\r\n\r\n`)],
  ['log line', (s) => body('text/plain', `2026-11-21 INFO login ok password="${s}" user=me`)],
  [
    'GraphQL literal',
    (s) => json({ query: `mutation { login(email: "a@b.test", password: ${JSON.stringify(s)}) { id } }` }),
  ],
  [
    'GraphQL variable',
    (s) => json({ query: 'mutation($p: String!) { a(password: $p) }', variables: { password: s } }),
  ],
  ['GraphQL input', (s) => json({ variables: { input: { newPassword: s } } })],
  ['SSE', (s) => body('text/event-stream', `data: {"access_token":${JSON.stringify(s)}}\n\n`)],
  ['WebSocket', (s) => ({ body: `42["auth",{"token":${JSON.stringify(s)}}]` })],
  ['JavaScript', (s) => body('text/javascript', `var config={apiKey:"${s}",debug:!0};`)],
  ['JSONP', (s) => body('application/javascript', `callback({"token":${JSON.stringify(s)}})`)],
  ['PHP array', (s) => body('text/plain', `'password' => '${s}',`)],
  ['Ruby hash', (s) => body('text/plain', `{:api_key=>"${s}"}`)],
  ['Python dictionary', (s) => body('text/plain', `{'secret_key': '${s}', 'a': 1}`)],
  ['curl', (s) => body('text/plain', `curl -H 'Authorization: Bearer ${s}' https://a.test`)],
  ...furtherNamedPlaces,
];
