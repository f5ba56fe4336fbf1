// The redactor finds each word that makes a name the name of a secret: the pass over a text stops at it.
import { expect, test } from 'vitest';
import { generated } from '../../../test/secrets/cases/generate.ts';
import * as vocabulary from './name-words.ts';
import { NAME_WORDS, namedSecret, OWNED } from './names.ts';
import { Redactor } from '../redaction/redactor.ts';

const OWNERS = new Set([
  ...Object.values(vocabulary).flatMap((words) => (words instanceof Set ? [...(words as Set<string>)] : [])),
  ...Array.from(OWNED.values(), ({ owner }) => owner),
]);
const NOUNS = new Set([...NAME_WORDS, ...OWNED.keys()]);

/** The names of secrets that end with a noun, alone and behind each word that may stand before it. */
function namesOf(noun: string): readonly string[] {
  // What is a secret alone is one behind most words.
  const owners = namedSecret(noun)?.isWeak === false ? ['db', 'my'] : [...OWNERS];
  const names = [noun, ...owners.map((owner) => `${owner}_${noun}`)];
  const camel = names.map((name) =>
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
  return [...names, ...camel, ...names.map((name) => name.toUpperCase())].filter(
    (name) => namedSecret(name) !== null,
  );
}

test.each([...NOUNS])('%s', (noun) => {
  const members = namesOf(noun).map((name, at) => ({ name, secret: `q7${generated('{A20}', at)}` }));
  const texts = [
    JSON.stringify(members.map(({ name, secret }) => ({ [name]: secret }))),
    members.map(({ name, secret }) => `${encodeURIComponent(name)}=${secret}`).join('&'),
  ];
  const left = texts.flatMap((text) => {
    const redacted = new Redactor().text(text);
    return members.filter(({ secret }) => redacted.includes(secret));
  });
  expect(left).toEqual([]);
});

test('every noun is a name of a secret, alone or behind some word', () => {
  const owners = new Set(Array.from(OWNED.values(), ({ owner }) => owner));
  const unused = [...NOUNS].filter((noun) => !owners.has(noun) && namesOf(noun).length === 0);
  expect(unused).toEqual([]);
});

test('names with accents are read, as they are and escaped', () => {
  for (const name of [
    'contraseña',
    'contrasena',
    'lösenord',
    'CONTRASEÑA',
    'contrase\\u00f1a',
    'l&#246;senord',
  ])
    expect(new Redactor().text(`{"${name}":"hunter22-Xy"}`), name).toBe(`{"${name}":"[redacted]"}`);
  const form = 'a=b&contrase%C3%B1a=hunter22-Xy&c=d';
  expect(new Redactor().text(form)).toBe('a=b&contrase%C3%B1a=%5Bredacted%5D&c=d');
});
