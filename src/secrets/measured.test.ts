// Measures detection and redaction with the cases of `cases/`: how many published forms are found, how many look-alikes
// are mistaken for secrets, and whether any planted secret survives redaction. The results are printed and pinned.
import { expect, test } from 'vitest';
import { namedKeys, publishedForms } from '../../test/secrets/cases/forms.ts';
import {
  furtherCodedPlaces,
  furtherPlaces,
  furtherWordings,
} from '../../test/secrets/cases/further-places.ts';
import { generated } from '../../test/secrets/cases/generate.ts';
import { laterLookAlikes, laterPlaces, laterWordings } from '../../test/secrets/cases/later-places.ts';
import { lookAlikes as firstLookAlikes } from '../../test/secrets/cases/look-alikes.ts';
import {
  base64Places,
  codedPlaces,
  loosePlaces,
  looseSecrets,
  namedSecrets,
} from '../../test/secrets/cases/loose-places.ts';
import type { SecretCarrier } from '../../test/secrets/cases/messages.ts';
import { formPlaces, namedPlaces } from '../../test/secrets/cases/places.ts';
import { references, wordings } from '../../test/secrets/cases/wordings.ts';
import { findSecrets } from './findings.ts';
import type { InspectedMessage } from './message.ts';
import { Redactor } from './redaction/redactor.ts';

const lookAlikes = [...firstLookAlikes, ...laterLookAlikes];

const message = (given: Partial<InspectedMessage>): InspectedMessage => ({
  host: 'api.example.test',
  path: '',
  headers: [],
  body: '',
  transport: 'encrypted',
  ...given,
});

function written(given: InspectedMessage): string {
  return `${given.path}\n${given.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}\n${given.body}`;
}

/** Spellings under which a secret would be readable. */
function isReadable(text: string, secret: string): boolean {
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, encodeURIComponent(secret), json, secret.replaceAll('&', '&amp;')].some((each) =>
    text.includes(each),
  );
}

/** The part of a form that must not survive: what stands behind a public prefix such as that of a webhook. */
function secretOf(form: string): string {
  if (/^https:\/\/(?:hooks?|maker)\.|webhook/.test(form)) return form.replace(/\/$/, '').split('/').at(-1)!;
  const password = /^[a-z]+:\/\/[^:]*:([^@]*)@/.exec(form)?.[1];
  return password ?? form.replace(/^(?:AccountKey|SharedAccessKey|sv=[\d-]+&sig)=/, '').slice(0, 60);
}

const survivors = (carrier: SecretCarrier, placed: string, secret: string): readonly string[] => {
  const given = message(carrier[1](placed));
  return isReadable(written(new Redactor().redact(given)), secret)
    ? [`${carrier[0]}: ${placed.slice(0, 60)}`]
    : [];
};

test('published forms are found in every place', () => {
  const missed: string[] = [];
  let count = 0;
  for (const [at, [kind, template]] of publishedForms.entries())
    for (const [name, put] of formPlaces) {
      const found = findSecrets(message(put(generated(template, at + 1))));
      count += 1;
      if (found.length === 0) missed.push(`${kind} in ${name}`);
    }
  for (const [at, line] of namedKeys.entries()) {
    count += 1;
    if (findSecrets(message({ body: `${generated(line, at + 500)}\n` })).length === 0) missed.push(line);
  }
  const recall = (count - missed.length) / count;
  console.log(
    `recall ${recall.toFixed(4)} of ${count} placed forms; missed: ${missed.slice(0, 40).join(', ')}`,
  );
  expect(recall).toBeGreaterThanOrEqual(0.98);
});

test('each form is known under its own name', () => {
  const wrong = publishedForms.flatMap(([kind, template], at) => {
    const kinds = findSecrets(message({ body: `a ${generated(template, at + 1)} b` })).map(
      (each) => each.kind,
    );
    return kinds.includes(kind) ? [] : [`${kind}: ${kinds.join()}`];
  });
  expect(wrong).toEqual([]);
});

test('look-alikes are not reported', () => {
  const alarms = lookAlikes.flatMap((given) =>
    findSecrets(message(given))
      .slice(0, 1)
      .map(
        ({ kind, where }) =>
          `${kind} in ${where}: ${given.path ?? ''} ${given.body ?? JSON.stringify(given.headers)}`,
      ),
  );
  console.log(`${alarms.length} false alarms of ${lookAlikes.length}: ${alarms.join('\n')}`);
  expect(lookAlikes.length).toBeGreaterThanOrEqual(300);
  expect(alarms.length / lookAlikes.length).toBeLessThanOrEqual(0.01);
});

test('what is redacted keeps its type, and JSON stays JSON', () => {
  let count = 0;
  for (const [name, put] of [...namedPlaces, ...formPlaces]) {
    const given = message(put('Zx8kQ2mVb71LpR4tYw9c'));
    if (!/^[{[]/.test(given.body) || shapeOf(given.body) === null) continue;
    count += 1;
    expect(shapeOf(new Redactor().redact(given).body), name).toBe(shapeOf(given.body));
  }
  expect(count).toBeGreaterThan(30);
  const body = '{"pin":1234,"password":"a","card":{"card_pin":12.5,"otp":[123456,"654321"]}}';
  expect(new Redactor().redact(message({ body })).body).toBe(
    '{"pin":0,"password":"[redacted]","card":{"card_pin":0,"otp":[0,"[redacted]"]}}',
  );
});

/** Returns the members and types of JSON; null for another text. */
function shapeOf(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body), (_, value: unknown) =>
      typeof value === 'object' ? value : typeof value,
    );
  } catch {
    return null;
  }
}

test('no secret survives behind blanks, in cells and in binary formats', () => {
  const left = [...loosePlaces, ...furtherPlaces, ...laterPlaces].flatMap((carrier) =>
    looseSecrets.flatMap((each) => survivors(carrier, each, each)),
  );
  expect(left).toEqual([]);
});

test('no secret survives in documents in Base64, which stay documents', () => {
  for (const [name, put] of base64Places) {
    const given = written(message(put('Zx8kQ2mVb71LpR4tYw9c')));
    const after = written(new Redactor().redact(message(put('Zx8kQ2mVb71LpR4tYw9c'))));
    expect(decodedIn(given), name).toContain('Zx8kQ2mVb71LpR4tYw9c');
    expect(decodedIn(after), name).not.toContain('Zx8kQ2mVb71LpR4tYw9c');
    if (name !== 'cookie') expect(decodedIn(after), name).toContain('"[redacted]"');
  }
});

test('no secret survives in credentials and files in Base64', () => {
  for (const [name, put] of [...codedPlaces, ...furtherCodedPlaces])
    for (const secret of looseSecrets) {
      const given = written(message(put(secret)));
      const after = written(new Redactor().redact(message(put(secret))));
      expect(decodedIn(given.replaceAll('\\n', '')), name).toContain(secret);
      expect(decodedIn(after.replaceAll('\\n', '')), name).not.toContain(secret);
    }
});

/** Returns what the words of a text are in Base64. */
function decodedIn(text: string): string {
  const words = text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? [];
  return words.map((word) => Buffer.from(word, 'base64').toString()).join(' ');
}

test('texts that only speak of secrets stay as they are', () => {
  const texts = [...wordings, ...furtherWordings, ...laterWordings, ...references];
  const changed = texts.filter((each) => new Redactor().text(each) !== each);
  expect(changed).toEqual([]);
});

test('no placed secret survives redaction', () => {
  const left: string[] = [];
  let count = 0;
  for (const [at, carrier] of namedPlaces.entries())
    for (const template of namedSecrets) {
      count += 1;
      left.push(...survivors(carrier, generated(template, at + 1), generated(template, at + 1)));
    }
  for (const [at, [, template]] of publishedForms.entries())
    for (const carrier of formPlaces) {
      count += 1;
      const placed = generated(template, at + 1);
      left.push(...survivors(carrier, placed, secretOf(placed)));
    }
  console.log(`${left.length} survivors of ${count} placements: ${left.slice(0, 60).join('\n')}`);
  expect(count).toBeGreaterThanOrEqual(400);
  expect(left).toEqual([]);
});

test('passwords that are words do not survive before a semicolon', () => {
  for (const given of [
    'Server=a;Password=correcthorse;\n',
    'password = correcthorse;\n',
    '{"a":"Uid=b;Pwd=correcthorse;"}',
    'DB_PASSWORD=CorrectHorse;\n',
  ])
    expect(new Redactor().text(given), given).not.toMatch(/correcthorse/i);
});
