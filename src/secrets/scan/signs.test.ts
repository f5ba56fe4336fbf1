// The search by signs finds what the search for every kind of statement finds.
import { expect, test } from 'vitest';
import { furtherPlaces, furtherWordings } from '../../../test/secrets/cases/further-places.ts';
import { laterLookAlikes, laterPlaces, laterWordings } from '../../../test/secrets/cases/later-places.ts';
import { lookAlikes } from '../../../test/secrets/cases/look-alikes.ts';
import { loosePlaces, looseSecrets } from '../../../test/secrets/cases/loose-places.ts';
import { namedPlaces } from '../../../test/secrets/cases/places.ts';
import { wordings } from '../../../test/secrets/cases/wordings.ts';
import { codesOf, landmarksOf } from './landmarks.ts';
import { ALL_SIGNS } from './signs.ts';
import { statedSecrets } from '../places/stated-values.ts';

const PASSWORD = 'hunter2-Qx81-longer';

/** Texts of each kind of statement, in the forms that its search knows. */
const STATED: readonly string[] = [
  `CREATE USER a IDENTIFIED BY '${PASSWORD}'`,
  `set password for 'a' = '${PASSWORD}'`,
  `curl -u me:${PASSWORD} https://a.test`,
  `unzip -P ${PASSWORD} a.zip`,
  `xfreerdp /u:me /p:${PASSWORD}`,
  `vault login ${PASSWORD}`,
  `net use z: /user:me ${PASSWORD}`,
  `ConvertTo-SecureString "${PASSWORD}"`,
  `echo "me:${PASSWORD}" | chpasswd`,
  `a1 LOGIN me ${PASSWORD}\r\n`,
  `USER me\nPASS ${PASSWORD}\n`,
  `AUTH ${PASSWORD}`,
  `a\nauth ${PASSWORD}`,
  `*2\r\n$4\r\nauth\r\n$19\r\n${PASSWORD}\r\n`,
  `PRIVMSG NickServ :IDENTIFY ${PASSWORD}`,
  `{"method":"login","params":["me","${PASSWORD}"]}`,
  `{"query":"{login(password:$p)}","variables":{"p":"${PASSWORD}"}}`,
  `{"value":"${PASSWORD}","sensitive":true}`,
  `{"value":"${PASSWORD}","type":"secret"}`,
  `db.test:5432:app:me:${PASSWORD}`,
  `*:*:app:me:${PASSWORD}`,
  `WIFI:T:WPA;S:net;P:${PASSWORD};;`,
  `?code=WIFI%3AT%3AWPA%3BP%3A${PASSWORD}%3B%3B`,
  `me:${PASSWORD}@tcp(db.test:3306)/app`,
  `me:${PASSWORD}@unix(/run/a.sock)/app`,
  `enable secret 5 ${PASSWORD}`,
  `username me password 0 ${PASSWORD}`,
  `snmp-server community ${PASSWORD} RO`,
  `rocommunity ${PASSWORD}`,
  `snmpwalk -c ${PASSWORD} a.test`,
  `radius-server host a.test key ${PASSWORD}`,
  `crypto isakmp key ${PASSWORD} address 1.2.3.4`,
  `pre-shared-key ascii-text ${PASSWORD}`,
  `::add-mask::${PASSWORD}`,
  `##vso[task.setsecret]${PASSWORD}`,
  `<input name=password value=${PASSWORD}>`,
  `{"kty":"oct","k":"${PASSWORD}"}`,
  `パスワード：${PASSWORD}`,
];

const found = (text: string, signs = landmarksOf(codesOf(text)).signs): readonly object[] => [
  ...statedSecrets(text, signs),
];

test.each(STATED)('%s', (text) => {
  for (const each of [text, `${'A line of words. '.repeat(30)}\n${text}`]) {
    expect(found(each).length, each).toBeGreaterThan(0);
    expect(found(each)).toEqual(found(each, ALL_SIGNS));
  }
});

test('in all cases', () => {
  const places = [...namedPlaces, ...loosePlaces, ...furtherPlaces, ...laterPlaces];
  const given = places.flatMap(([, put]) => looseSecrets.map((secret) => put(secret)));
  const texts = [...given, ...lookAlikes, ...laterLookAlikes].flatMap(
    ({ path = '', headers = [], body = '' }) => [path, body, ...headers.map(({ value }) => value)],
  );
  let count = 0;
  for (const text of [...texts, ...wordings, ...furtherWordings, ...laterWordings]) {
    const all = found(text, ALL_SIGNS);
    expect(found(text), text).toEqual(all);
    count += all.length;
  }
  expect(count).toBeGreaterThan(100);
});
