import { expect, test } from 'vitest';
import { formatMarkup } from './markup.ts';

const xml = (text: string): string => formatMarkup(text, 'xml', Infinity).text;
const html = (text: string): string => formatMarkup(text, 'html', Infinity).text;

test('XML: elements in lines, text beside its tags, nothing expanded', () => {
  const source =
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "<b>">]><a k=\'1>2\'><!-- <c> --><b>t &x; u</b><c/><d><![CDATA[<e>]]></d><f>x<g/>y</f><h></h></a>';
  expect(xml(source)).toBe(
    [
      '<?xml version="1.0"?>',
      '<!DOCTYPE a [<!ENTITY x "<b>">]>',
      "<a k='1>2'>",
      '  <!-- <c> -->',
      '  <b>t &x; u</b>',
      '  <c/>',
      '  <d>',
      '    <![CDATA[<e>]]>',
      '  </d>',
      '  <f>',
      '    x',
      '    <g/>',
      '    y',
      '  </f>',
      '  <h></h>',
      '</a>',
    ].join('\n'),
  );
});

test('HTML: void elements, end tags left out, what must stay as it is', () => {
  const source =
    '<!doctype html><html><head><meta charset=utf-8><title> A  b </title><script>if (a<b) { "</div>" }</SCRIPT></head><body><p>one<br>two<pre>\n  x\n y</pre><IMG src="a>b"></body></html>';
  expect(html(source)).toBe(
    [
      '<!doctype html>',
      '<html>',
      '  <head>',
      '    <meta charset=utf-8>',
      '    <title> A  b </title>',
      '    <script>if (a<b) { "</div>" }</SCRIPT>',
      '  </head>',
      '  <body>',
      '    <p>',
      '      one',
      '      <br>',
      '      two',
      '      <pre>\n  x\n y</pre>',
      '      <IMG src="a>b">',
      '  </body>',
      '</html>',
    ].join('\n'),
  );
});

test('nothing but white space is added or lost', () => {
  for (const source of [
    '<a>1 < 2 & 3</a>',
    'x<b',
    '<a><b></a></b>',
    '</z>',
    '<!-- x',
    '<![CDATA[',
    '<!x',
    '<a "',
    '<a b="',
    '<script>x',
    '<>',
    '< a>',
    '<?',
  ]) {
    for (const language of ['xml', 'html'] as const) {
      const { text } = formatMarkup(source, language, Infinity);
      expect(text.replaceAll(/\s/g, ''), source).toBe(source.replaceAll(/\s/g, ''));
    }
  }
});

test.each([
  ['<a><b></a>', 6, '</a> closes while <b> is open'],
  ['<a>', 3, '<a> is not closed'],
  ['</a>', 0, '</a> has no start tag'],
  ['<a>< b</a>', 3, '< starts no tag'],
  ['<a b="c>', 0, 'a tag does not end'],
  ['<!-- a', 0, 'a comment does not end'],
])('%s is not well-formed', (source, offset, reason) => {
  expect(formatMarkup(source, 'xml', Infinity).error).toMatchObject({ offset, reason });
});

test.each(['<a>', '<!--', '<a "', '<', '</a>', '<a></b>', '<![CDATA[', '<!x[', '<script>', '<a><b>x</a>'])(
  '%s a hundred thousand times takes no more than its length',
  (piece) => {
    for (const language of ['xml', 'html'] as const) {
      const { text } = formatMarkup(piece.repeat(100_000), language, 2_000_000);
      expect(text.length).toBeLessThan(2_000_000 + piece.length * 100_000 + 200);
    }
  },
);
