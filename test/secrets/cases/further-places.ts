// Places that were thought of after detection was written: files of tools, commands, patches, keys, other scripts.
import type { SecretCarrier } from './messages.ts';

const plain = (name: string, put: (secret: string) => string): SecretCarrier => [
  name,
  (s) => ({ body: put(s) }),
];
const json = (name: string, put: (secret: string) => unknown): SecretCarrier => [
  name,
  (s) => ({ headers: [{ name: 'Content-Type', value: 'application/json' }], body: JSON.stringify(put(s)) }),
];
const base64 = (text: string): string => Buffer.from(text).toString('base64');

export const furtherPlaces: readonly SecretCarrier[] = [
  plain('.npmrc', (s) => `//registry.test/:_authToken=${s}\n`),
  plain('.pypirc', (s) => `[pypi]\nusername = __token__\npassword = ${s}\n`),
  plain('git-credentials', (s) => `https://me:${s}@git.test\n`),
  plain('Gradle', (s) => `signingPassword "${s}"\n`),
  plain('Maven', (s) => `<server><id>a</id><username>me</username><password>${s}</password></server>`),
  plain('PowerShell', (s) => `$env:API_TOKEN = "${s}"\n`),
  plain('secure string of PowerShell', (s) => `ConvertTo-SecureString "${s}" -AsPlainText -Force`),
  plain('setx', (s) => `setx DB_PASSWORD "${s}"\r\n`),
  plain('systemd', (s) => `Environment="DB_PASSWORD=${s}" "B=c"\n`),
  plain('Ansible inventory', (s) => `host1 ansible_host=192.0.2.4 ansible_ssh_pass=${s}\n`),
  plain('wget', (s) => `wget --password=${s} https://a.test`),
  plain('mysql', (s) => `mysql -u root -p${s} db`),
  plain('PGPASSWORD', (s) => `PGPASSWORD=${s} psql -h a`),
  plain('ldapsearch', (s) => `ldapsearch -D cn=a -w ${s} -b dc=x`),
  plain('openssl', (s) => `openssl enc -pass pass:${s}`),
  plain('property of Java', (s) => `java -Djavax.net.ssl.keyStorePassword=${s} -jar a.jar`),
  plain('option with one hyphen', (s) => `tool -password ${s}`),
  plain('rclone', (s) => `[remote]\ntype = sftp\nuser = me\npass = ${s}\n`),
  plain('wpa_supplicant', (s) => `network={\n ssid="x"\n psk="${s}"\n}`),
  plain('secret of a router', (s) => `enable secret 5 ${s}\n`),
  plain('user of a router', (s) => `username me privilege 15 password 0 ${s}\n`),
  plain('STOMP', (s) => `CONNECT\nlogin:me\npasscode:${s}\n\n\0`),
  plain('NATS', (s) => `CONNECT {"user":"me","pass":"${s}"}\r\n`),
  plain('PHP constant', (s) => `define('DB_PASSWORD', '${s}');`),
  plain('Clojure', (s) => `{:password "${s}" :a 1}`),
  plain('member behind a comment', (s) => `{"password": /* of the test */ "${s}"}`),
  plain('member behind a space without a break', (s) => `{"password":\u00a0"${s}"}`),
  plain('input without quotes', (s) => `<input name=api_key value=${s}>`),
  plain('password input without quotes', (s) => `<label>Password</label><input type=password value=${s}>`),
  plain('label in Chinese', (s) => `密码：${s}\n`),
  json('name in Chinese', (s) => ({ 密码: s })),
  json('name in Russian', (s) => ({ пароль: s })),
  json('name in Japanese', (s) => ({ パスワード: s })),
  json('name in Polish', (s) => ({ hasło: s })),
  json('name in Spanish', (s) => ({ contraseña: s })),
  json('data source of Go', (s) => ({ dsn: `app:${s}@tcp(db.test:3306)/x` })),
  json('data source of PostgreSQL', (s) => ({ dsn: `host=a user=b password=${s} dbname=c` })),
  json('JDBC', (s) => ({ url: `jdbc:sqlserver://h;user=a;password=${s};encrypt=true` })),
  json('symmetric JSON Web Key', (s) => ({ keys: [{ kty: 'oct', k: s, alg: 'HS256' }] })),
  json('private JSON Web Key', (s) => ({ d: s, kty: 'EC', crv: 'P-256', x: 'abc', y: 'def' })),
  json('patch of JSON', (s) => [{ op: 'replace', path: '/password', value: s }]),
  json('patch of a user', (s) => ({ Operations: [{ op: 'replace', path: 'password', value: s }] })),
  json('card of a chat', (s) => ({ fields: [{ title: 'Password', value: s }] })),
  json('message of a chat', (s) => ({ text: `*Password:* \`${s}\`` })),
  json('value in an object', (s) => ({ setting: { name: 'password', value: { string: s } } })),
  json('item of DynamoDB', (s) => ({ Item: { password: { S: s } } })),
  json('document of Firestore', (s) => ({ fields: { password: { stringValue: s } } })),
  json('update of MongoDB', (s) => ({ $set: { 'user.password': s } })),
  json('seed phrase', (s) => ({ seed_phrase: s })),
  json('otpauth', (s) => ({ uri: `otpauth://totp/a?secret=${s}&issuer=b` })),
  json('parameters of Cognito', (s) => ({ AuthParameters: { USERNAME: 'a', PASSWORD: s } })),
];

/** Places in Base64, of which the decoded text must not hold the secret either. */
export const furtherCodedPlaces: readonly SecretCarrier[] = [
  json('Docker', (s) => ({ auths: { 'registry.test': { auth: base64(`me:${s}`) } } })),
  json('Docker in Kubernetes', (s) => ({
    '.dockerconfigjson': base64(JSON.stringify({ auths: { a: { username: 'me', password: s } } })),
  })),
];

/** Texts around the same names that hold no secret and stay as they are. */
export const furtherWordings: readonly string[] = [
  '{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86z","e":"AQAB","use":"sig"}',
  '{"k":"color","v":"9f8e7d6c5b4a"}',
  '{"op":"replace","path":"/title","value":"Zx8kQ2mVb71LpR4tYw9c"}',
  '{"path":"/password","title":"Reset","data":"Zx8kQ2mVb71L"}',
  '{"title":"Password","content":"Choose one of 12 letters."}',
  '{"title":"Password","value":"required"}',
  '{"id":"header","value":{"string":"Zx8kQ2mVb71L"}}',
  '{"Item":{"name":{"S":"Zx8kQ2mVb71LpR4t"}}}',
  '{"密码":"必填"}',
  'Пароль: обязательно\n',
  'cats -token dogs',
  'enable secret management of 5 routers\n',
  'username me privilege 15\n',
  'ssh -p 2222 host1',
  'mysql -u root -p db1',
  'openssl enc -pass file:secrets2.txt',
  'chat at a:b@host3 and @tcp(4)',
  '<input type=password value>',
  '<input name=color value=9f8e7d6c>',
  '/* password */ "hunter22 is a famous one"',
  'of the phrase:seeds2grow',
  '*Password* is one of `words2`',
];
