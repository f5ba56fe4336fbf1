import { expect, test } from 'vitest';
import { graphqlOperations, graphqlTokens, formatGraphql } from './graphql.ts';

const laidOut = (source: string): string => formatGraphql(graphqlTokens(source, 10_000).tokens);

const source =
  'query Hero($id: ID!, $ids: [ID!]! = ["a" "b"], $in: In = {a: 1, b: [2]}) @live { hero(id: $id, episode: EMPIRE, in: {a: "}", b: $in}) @include(if: $x) { name, h: height(unit: FOOT) ...F ... on Droid { primaryFunction } ... @skip(if: true) { id } } } # end\nfragment F on Character { id __typename }';

test('operations and selections in lines, arguments beside their fields', () => {
  expect(laidOut(source)).toBe(
    [
      'query Hero($id: ID!, $ids: [ID!]! = ["a", "b"], $in: In = { a: 1, b: [2] }) @live {',
      '  hero(id: $id, episode: EMPIRE, in: { a: "}", b: $in }) @include(if: $x) {',
      '    name',
      '    h: height(unit: FOOT)',
      '    ...F',
      '    ... on Droid {',
      '      primaryFunction',
      '    }',
      '    ... @skip(if: true) {',
      '      id',
      '    }',
      '  }',
      '}',
      '',
      '# end',
      'fragment F on Character {',
      '  id',
      '  __typename',
      '}',
    ].join('\n'),
  );
});

test('what is laid out has the same tokens, and is laid out the same again', () => {
  const again = laidOut(source);
  expect(graphqlTokens(again, 10_000).tokens).toEqual(graphqlTokens(source, 10_000).tokens);
  expect(laidOut(again)).toBe(again);
});

test('operations are found with their types and names', () => {
  const { tokens } = graphqlTokens(
    '{a} query Q{b} mutation M($x:I){c(query:1)} subscription{d} fragment F on T{e}',
    1000,
  );
  expect(graphqlOperations(tokens)).toEqual([
    { type: 'query', name: null },
    { type: 'query', name: 'Q' },
    { type: 'mutation', name: 'M' },
    { type: 'subscription', name: null },
  ]);
});

test.each([
  ['{ a ; }', 4, '";" has no meaning here'],
  ['{ a(b: "c) }', 7, 'a text does not end'],
  ['{ a(b: """c" ) }', 7, 'a text does not end'],
])('%s is told', (text, offset, reason) => {
  expect(graphqlTokens(text, 1000).error).toEqual({ offset, reason });
});

test('block texts and escapes are one token', () => {
  const { tokens } = graphqlTokens('{ a(b: """x "y" \\""" z""", c: "\\"") }', 1000);
  expect(tokens.filter(({ kind }) => kind === 'text').map(({ text }) => text)).toEqual([
    '"""x "y" \\""" z"""',
    '"\\""',
  ]);
});
