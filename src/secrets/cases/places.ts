// Places where secrets stand: each puts one into an otherwise ordinary message. `form`: any text. `named`: behind a name.
import type { InspectedMessage } from '../message.ts';

export type Place = readonly [name: string, put: (secret: string) => Partial<InspectedMessage>];

const header = (name: string, value: string): Partial<InspectedMessage> => ({ headers: [{ name, value }] });
const body = (type: string, text: string): Partial<InspectedMessage> => ({
  headers: [{ name: 'Content-Type', value: type }],
  body: text,
});
const json = (value: unknown): Partial<InspectedMessage> => body('application/json', JSON.stringify(value));
const uri = encodeURIComponent;
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Places of a secret that its form tells, without a name that does. */
export const formPlaces: readonly Place[] = [
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
export const namedPlaces: readonly Place[] = [
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
  ['Authorization', (s) => header('Authorization', `Bearer ${s}`)],
  ['Authorization token', (s) => header('Authorization', `Token ${s}`)],
  ['Authorization bare', (s) => header('Authorization', s)],
  ['Proxy-Authorization', (s) => header('Proxy-Authorization', `Bearer ${s}`)],
  ['X-Api-Key', (s) => header('X-Api-Key', s)],
  ['header password', (s) => header('password', s)],
  ['header access_token', (s) => header('access_token', s)],
  ['header api_key', (s) => header('api_key', s)],
  ['header X-Vault-Token', (s) => header('X-Vault-Token', s)],
  ['header X-Amz-Security-Token', (s) => header('X-Amz-Security-Token', s)],
  ['header Ocp-Apim-Subscription-Key', (s) => header('Ocp-Apim-Subscription-Key', s)],
  ['Cookie', (s) => header('Cookie', `a=b; sid=${s}; c=d`)],
  ['Set-Cookie', (s) => header('Set-Cookie', `session=${s}; Path=/; HttpOnly`)],
  ['Location', (s) => header('Location', `https://a.test/cb?code=x&access_token=${uri(s)}`)],
  ['Location fragment', (s) => header('Location', `/cb#id_token=${uri(s)}&state=1`)],
  ['Link', (s) => header('Link', `<https://a.test/?page=2&api_key=${uri(s)}>; rel="next"`)],
  ['Referer', (s) => header('Referer', `https://a.test/?token=${uri(s)}`)],
  [
    'presigned URL in JSON',
    (s) => json({ url: `https://b.s3.amazonaws.com/k?X-Amz-Expires=60&X-Amz-Signature=${uri(s)}&x=1` }),
  ],
  ['shared access signature', (s) => ({ path: `/c/b?sv=2022-11-02&se=2026-01-01&sp=r&sig=${uri(s)}` })],
  ['OAuth code', (s) => ({ path: `/cb?code=${uri(s)}&state=xyz` })],
  [
    'OAuth exchange',
    (s) =>
      body(
        'application/x-www-form-urlencoded',
        `grant_type=authorization_code&code=${uri(s)}&redirect_uri=x`,
      ),
  ],
  ['OAuth verifier', (s) => body('application/x-www-form-urlencoded', `code_verifier=${uri(s)}`)],
  ['pass beside a user', (s) => json({ user: 'me', pass: s })],
  ['smtp_pass', (s) => json({ smtp_pass: s })],
  [
    'signed header',
    (s) =>
      header(
        'Authorization',
        `AWS4-HMAC-SHA256 Credential=AK/2026/eu/s3/aws4_request, SignedHeaders=host, Signature=${s}`,
      ),
  ],
  ['escaped HTML in JSON', (s) => json({ html: `<input name="password" value="${xml(s)}">` })],
  ['escaped XML', (s) => body('text/xml', `<r>&lt;password&gt;${xml(s)}&lt;/password&gt;</r>`)],
  [
    'XML namespace',
    (s) => body('text/xml', `<ns2:accessToken xmlns:ns2="urn:a">${xml(s)}</ns2:accessToken>`),
  ],
  ['JSON in XML', (s) => body('text/xml', `<r>${xml(JSON.stringify({ password: s }))}</r>`)],
  [
    'JSON in HTML',
    (s) => body('text/html', `<div data-props="${xml(JSON.stringify({ apiKey: s, a: 1 }))}"></div>`),
  ],
  ['JSON in a query', (s) => ({ path: `/a?filter=${uri(JSON.stringify({ password: s }))}` })],
  ['JSON in a header', (s) => header('X-Context', JSON.stringify({ access_token: s }))],
  ['query in a JSON form', (s) => json({ body: `user=me&password=${uri(s)}&a=b` })],
  ['list of objects', (s) => json({ credentials: [{ type: 'basic', user: 'me', value: s }] })],
  ['secrets by name', (s) => json({ secrets: { DATABASE: s, OTHER: 'second-one1' } })],
  ['HAR header', (s) => json({ name: 'X-Api-Key', value: s })],
  ['HAR query', (s) => json({ queryString: [{ name: 'access_token', value: s }] })],
  ['Postman auth', (s) => json({ bearer: [{ key: 'token', value: s, type: 'string' }] })],
  ['enviroment list', (s) => json({ env: [`DB_PASSWORD=${s}`, 'A=b'] })],
  ['docker environment', (s) => body('application/yaml', `environment:\n  - DB_PASSWORD=${s}\n  - A=b\n`)],
  ['TOML', (s) => body('application/toml', `[db]\npassword = "${s}"\n`)],
  ['GraphQL block', (s) => body('application/graphql', `mutation { setSecret(secret: "${s}") }`)],
  ['header lines in JSON', (s) => json({ raw: `GET / HTTP/1.1\r\nX-Auth-Token: ${s}\r\nHost: a\r\n` })],
  ['cookie in JSON', (s) => json({ headers: { Cookie: `sid=${s}` } })],
  [
    'Set-Cookie lines',
    (s) => body('message/http', `HTTP/1.1 200 OK\r\nSet-Cookie: sid=${s}; Path=/\r\n\r\n`),
  ],
  [
    'CSRF field',
    (s) => body('text/html', `<input name="authenticity_token" value="${xml(s)}" type="hidden">`),
  ],
  ['matrix parameter', (s) => ({ path: `/a;jsessionid=${uri(s)}?b=c` })],
  ['trailing comma JSON', (s) => body('application/json', `{"password": ${JSON.stringify(s)},}`)],
  ['cut JSON', (s) => body('application/json', `{"a":1,"password":${JSON.stringify(s).slice(0, -1)}`)],
  ['JSON5', (s) => body('application/json5', `{password: '${s}', a: 1}`)],
  ['spaces around', (s) => body('application/json', `{ "password" : ${JSON.stringify(s)} }`)],
  ['JSON name of two words', (s) => json({ 'API Key': s })],
  ['raw headers', (s) => json({ rawHeaders: ['Host', 'a', 'Authorization', `Bearer ${s}`] })],
  ['option of a command', (s) => body('text/plain', `tool --token ${s} --verbose`)],
  ['security answer', (s) => json({ security_answer: s })],
  ['X-Session-Id', (s) => header('X-Session-Id', s)],
  ['connection string', (s) => json({ connectionString: `Server=a;User Id=sa;Password=${s};` })],
  ['log with a colon', (s) => body('text/plain', `login failed for me, password: ${s}, try 3`)],
  ['YAML quoted name', (s) => body('application/yaml', `"api-key": ${s}\nnext: 1\n`)],
  ['YAML quoted name, nested', (s) => body('application/yaml', `db:\n  'password': ${s}\n`)],
  ['YAML name and value', (s) => body('text/yaml', `env:\n  - name: DB_PASSWORD\n    value: ${s}\n`)],
  ['YAML value and name', (s) => body('text/yaml', `env:\n  - value: ${s}\n    name: DB_PASSWORD\n`)],
  [
    'Kubernetes secret',
    (s) => body('application/yaml', `kind: Secret\nmetadata:\n  name: db\nstringData:\n  config: ${s}\n`),
  ],
  ['Kubernetes secret, JSON', (s) => json({ kind: 'Secret', apiVersion: 'v1', data: { dsn: s } })],
  ['SQL identified by', (s) => body('text/plain', `CREATE USER a IDENTIFIED BY '${s}';`)],
  ['SQL identified with', (s) => json({ sql: `CREATE USER a IDENTIFIED WITH caching_sha2 BY '${s}'` })],
  ['SQL password', (s) => body('text/plain', `ALTER ROLE a WITH LOGIN PASSWORD '${s}';`)],
  ['SQL password function', (s) => body('text/plain', `SET PASSWORD = PASSWORD('${s}');`)],
  ['SQL password for', (s) => body('text/plain', `SET PASSWORD FOR 'bob'@'%' = '${s}';`)],
  ['CSV', (s) => body('text/csv', `name,email,password\nme,a@b.test,${s}\n`)],
  ['CSV quoted', (s) => body('text/csv', `"name","api_key","x"\n"me","${s}","1"\n`)],
  ['CSV of several words', (s) => body('text/csv', `Access key ID,Secret access key\nAKIA,${s}\n`)],
  ['curl user', (s) => body('text/plain', `curl -s -u me:${s} https://a.test/`)],
  ['sshpass', (s) => body('text/plain', `sshpass -p ${s} ssh me@host`)],
  ['docker login', (s) => body('text/plain', `docker login -u me -p ${s} registry.test`)],
  ['header x-auth', (s) => header('X-Auth', s)],
  ['LDIF', (s) => body('text/plain', `dn: uid=a\nuserPassword:: ${Buffer.from(s).toString('base64')}\n`)],
  ['WebSocket protocol', (s) => header('Sec-WebSocket-Protocol', `bearer, ${s.replace(/[{}]/g, '')}`)],
  ['Spanish name', (s) => json({ contraseña: s })],
  ['French name', (s) => json({ mot_de_passe: s })],
  ['recovery phrase', (s) => json({ recovery_phrase: s })],
  ['SECRET_KEY_BASE', (s) => json({ SECRET_KEY_BASE: s })],
  ['id_token_hint', (s) => ({ path: `/logout?id_token_hint=${uri(s)}` })],
  ['parameter store', (s) => json({ Name: '/prod/db/password', Type: 'SecureString', Value: s })],
  ['typed declaration', (s) => body('text/javascript', `const apiToken: string = "${s}";`)],
  ['Terraform variable', (s) => body('text/plain', `variable "db_password" {\n  default = "${s}"\n}\n`)],
  [
    'SAML answer',
    (s) =>
      body(
        'application/x-www-form-urlencoded',
        `SAMLResponse=${uri(Buffer.from(`<saml>${s}</saml>`).toString('base64'))}&RelayState=x`,
      ),
  ],
  ['Refresh', (s) => header('Refresh', `0; url=/a?auth_token=${uri(s)}`)],
  ['pw', (s) => json({ user: 'me', pw: s })],
  ['pw of a database', (s) => body('application/x-www-form-urlencoded', `dbPw=${uri(s)}&a=1`)],
  ['name with an escape', (s) => body('application/json', `{"p\\u0061ssword":${JSON.stringify(s)}}`)],
  ['name percent-encoded', (s) => ({ path: `/a?user=me&p%61ssword=${uri(s)}` })],
  ['name with an entity', (s) => body('text/html', `<input name="p&#97;ssword" value="${xml(s)}">`)],
  ['.pgpass', (s) => body('text/plain', `db.test:5432:app:me:${s}\n`)],
  ['code for Wi-Fi', (s) => json({ qr: `WIFI:T:WPA;S:net;P:${s};;` })],
  ['link with a code for Wi-Fi', (s) => ({ path: `/qr?d=${uri(`WIFI:S:net;P:${s};;`)}` })],
  ['IMAP', (s) => body('text/plain', `a1 LOGIN "me" "${s}"\r\n`)],
  ['FTP', (s) => body('text/plain', `USER me\r\nPASS ${s}\r\n`)],
  ['Redis', (s) => body('text/plain', `*2\r\n$4\r\nAUTH\r\n$${s.length}\r\n${s}\r\n`)],
  ['SQL columns', (s) => body('text/plain', `INSERT INTO u (id, password) VALUES (1, 'a'), (2, '${s}');`)],
  ['SQL dump', (s) => body('text/plain', `COPY u (id, password) FROM stdin;\n1\t${s}\n\\.\n`)],
  [
    'JSON columns',
    (s) =>
      json({
        columns: ['id', 'password'],
        rows: [
          [1, 'a'],
          [2, s],
        ],
      }),
  ],
  ['JSON columns behind rows', (s) => json({ rows: [[1, s]], columns: ['id', 'password'] })],
  ['JSON columns with types', (s) => json({ meta: [{ name: 'id' }, { name: 'api_key' }], data: [[1, s]] })],
  [
    'JSON sheet',
    (s) =>
      json({
        values: [
          ['user', 'password'],
          ['me', s],
        ],
      }),
  ],
];

const bar = (head: string, ruler: string, row: string): string => [head, ruler, row, ''].join('\n');
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

/** Places where only a value that looks chosen or random is taken for a secret, since words stand there as well. */
export const loosePlaces: readonly Place[] = [
  ['netrc', (s) => body('text/plain', `machine api.test\n  login me\n  password ${s}\n`)],
  ['netrc in a line', (s) => body('text/plain', `machine api.test login me password ${s}\n`)],
  ['Dockerfile', (s) => body('text/plain', `FROM a\nENV DB_PASSWORD ${s}\nENV B c\n`)],
  ['fish', (s) => body('text/plain', `set -x DB_PASSWORD ${s}\n`)],
  ['C', (s) => body('text/plain', `#define DB_PASSWORD "${s}"\n`)],
  ['sentence', (s) => body('text/plain', `Your temporary password is ${s}.`)],
  ['Markdown', (s) => body('text/markdown', `**Password:** \`${s}\``)],
  ['Markdown table', (s) => body('text/markdown', `| A | B |\n|---|---|\n| DB_PASSWORD | ${s} |\n`)],
  ['HTML table', (s) => body('text/html', `<tr><th>Password</th><td>${s}</td></tr>`)],
  ['HTML definition', (s) => body('text/html', `<dt>Password</dt><dd>${s}</dd>`)],
  ['HTML code', (s) => body('text/html', `<p>Your password: <code>${s}</code></p>`)],
  ['HTML sentence', (s) => body('text/html', `<p>Your password is <strong>${s}</strong></p>`)],
  [
    'MessagePack',
    (s) => body('application/msgpack', `\x81\xa8password${String.fromCharCode(0xa0 + s.length)}${s}`),
  ],
  ['CSV in a part', (s) => body('multipart/form-data', `--b\r\n\r\nuser,password\r\nme,${s}\r\n--b--`)],
  ['CSV in JSON', (s) => json({ file: `"user","password"\n"me","${s}"\n` })],
  ['Markdown columns', (s) => body('text/markdown', bar('| A | Password |', '|---|---|', `| a | ${s} |`))],
  ['psql', (s) => body('text/plain', bar(' id | password ', '----+----------', `  1 | ${s}`))],
  [
    'HTML columns',
    (s) =>
      body(
        'text/html',
        `<tr><th>User</th><th>Password</th></tr><tr><td>me</td><td><b>${s}</b></td></tr></table>`,
      ),
  ],
  ['Redis in a line', (s) => body('text/plain', `AUTH me ${s}\r\n`)],
  ['Redis setting', (s) => body('text/plain', `CONFIG SET requirepass ${s}\r\n`)],
  ['IRC', (s) => body('text/plain', `PRIVMSG NickServ :IDENTIFY ${s}\r\n`)],
  ['CBOR', (s) => body('application/cbor', `\xa1\x68password\x78${String.fromCharCode(s.length)}${s}`)],
  ['CBOR bytes', (s) => body('application/cbor', `\xa1\x68password\x58${String.fromCharCode(s.length)}${s}`)],
  ['BSON', (s) => body('application/bson', `\x02password\0${String.fromCharCode(s.length + 1)}\0\0\0${s}\0`)],
];

const coded = (text: string): string => Buffer.from(text).toString('base64');

/** Credentials that protocols have in Base64, and texts of several lines: the secret must not survive in either. */
export const codedPlaces: readonly Place[] = [
  ['SMTP AUTH PLAIN', (s) => body('text/plain', `AUTH PLAIN ${coded(`\0me\0${s}`)}\r\n`)],
  ['IMAP AUTHENTICATE', (s) => body('text/plain', `a1 AUTHENTICATE PLAIN ${coded(`\0me\0${s}`)}\r\n`)],
  ['SMTP AUTH LOGIN', (s) => body('text/plain', `AUTH LOGIN\r\n${coded('some-user')}\r\n${coded(s)}\r\n`)],
  ['content of a file', (s) => json({ content: coded(`HOST=a.test\nDB_PASSWORD=${s}\nPORT=1234\n`) })],
  [
    'content in lines',
    (s) => json({ content: coded(`${'HOST=a\n'.repeat(12)}password: ${s}\n`).replace(/.{60}/g, '$&\n') }),
  ],
];

/** Documents in Base64: the secret must not survive in what is decoded. */
export const base64Places: readonly Place[] = [
  ['cookie', (s) => header('Cookie', `state=${base64({ password: s })}`)],
  ['query', (s) => ({ path: `/a?d=${uri(base64({ password: s }))}` })],
  ['JSON value', (s) => json({ message: { data: base64({ client_secret: s }), id: '1' } })],
  ['header', (s) => header('X-Context', base64({ access_token: s }))],
  ['body', (s) => body('text/plain', base64([{ token: s }]).replaceAll('=', ''))],
];

/** Secrets for loose places. */
export const looseSecrets: readonly string[] = ['Zx8kQ2mVb71LpR4tYw9c', 'hunter22', 'c0rrect-h0rse'];

/** Secrets for named places: what people and services choose. */
export const namedSecrets: readonly string[] = [
  'Zx8kQ2mVb71LpR4tYw9c',
  'hunter22',
  'Tr0ub4dor+3/x=',
  'p4ss w0rd'.replace(' ', '_'),
  '{A40}',
];
