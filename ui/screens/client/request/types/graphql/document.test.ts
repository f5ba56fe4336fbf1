import { expect, test } from 'vitest';
import { chosenOperation, fieldText, operationsOf, positionAt } from './document.ts';
import { parseSchema } from './schema.ts';

const schema = parseSchema(`
"""All { of } it"""
schema { query: Root mutation: Mutation }
directive @fast(limit: Int = 3) repeatable on FIELD | QUERY
scalar Date @specifiedBy(url: "x")
union Thing = Product | Shop
enum Size { "Big" BIG SMALL @deprecated }
type Root implements Node & Other {
  "Finds { products"
  products(first: Int! = 20, after: [ID!], in: Filter = { size: BIG, tags: ["a)"] }): [Product!]! @fast(limit: 1)
  shop(id: ID!): Shop
}
type Empty
type Product { sku: ID!, oldPrice: Float @deprecated(reason: "use price }"), price: Money, size: Size }
type Money { amount: Float currency(as: String): String }
type Shop { owner: Person }
type Person { name: String }
input Filter { size: Size, tags: [String!] }
type Mutation { add(sku: ID!): Product }
`);

test('a schema has its types with fields, arguments and deprecations', () => {
  expect(schema.roots).toMatchObject({ query: 'Root', mutation: 'Mutation' });
  expect(schema.types.get('Root')?.map(({ name, type, description }) => [name, type, description])).toEqual([
    ['products', '[Product!]!', 'Finds { products'],
    ['shop', 'Shop', ''],
  ]);
  expect(schema.types.get('Root')![0]!.arguments).toEqual([
    { name: 'first', type: 'Int!', isRequired: false },
    { name: 'after', type: '[ID!]', isRequired: false },
    { name: 'in', type: 'Filter', isRequired: false },
  ]);
  expect(
    schema.types
      .get('Product')
      ?.filter(({ isDeprecated }) => isDeprecated)
      .map(({ name }) => name),
  ).toEqual(['oldPrice']);
  expect(schema.types.get('Empty')).toEqual([]);
  expect(schema.enums.get('Size')).toEqual(['BIG', 'SMALL']);
});

test('operations are found beside fragments, strings and comments', () => {
  const document = `
    # query Not { a }
    query One($a: In = { b: "}" }) @x { a(b: { c: 1 }) { d } }
    fragment F on Product { sku }
    mutation Two { add(sku: "query Three { a }") { sku } }
    subscription { ticks }`;
  expect(operationsOf(document)).toEqual([
    { type: 'query', name: 'One' },
    { type: 'mutation', name: 'Two' },
    { type: 'subscription', name: '' },
  ]);
  expect(operationsOf('{ a }')).toEqual([{ type: 'query', name: '' }]);
  expect(chosenOperation(document, 'Two')?.type).toBe('mutation');
  expect(chosenOperation(document, 'gone')?.name).toBe('One');
  expect(chosenOperation('', '')).toBeNull();
});

test.each([
  ['{ |', { type: 'Root', field: null }],
  ['query A($q: ID) { products(|', { type: 'Root', field: 'products' }],
  ['query A { p: products(first: 2) { sku |', { type: 'Product', field: null }],
  ['{ products { price { a|', { type: 'Money', field: null }],
  ['{ products { price { amount } |', { type: 'Product', field: null }],
  ['{ products { ... on Shop { |', { type: 'Shop', field: null }],
  ['{ products { ... @include(if: true) { |', { type: 'Product', field: null }],
  ['fragment F on Money { |', { type: 'Money', field: null }],
  ['mutation { |', { type: 'Mutation', field: null }],
  ['{ shop { owner } } |', null],
  ['{ nothing { |', { type: '', field: null }],
])('%s', (marked, expected) => {
  const offset = marked.indexOf('|');
  expect(positionAt(marked.replace('|', ''), offset, schema)).toEqual(expected);
});

test('a field is inserted with what it must have', () => {
  expect(fieldText(schema, 'Product', 'sku')).toBe('sku');
  expect(fieldText(schema, 'Product', 'price')).toBe('price { amount currency }');
  expect(fieldText(schema, 'Root', 'products')).toBe('products { sku size }');
  expect(fieldText(schema, 'Root', 'shop')).toBe('shop(id: $id) { owner { name } }');
});
