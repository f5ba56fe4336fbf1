// Commands as people copy them from browsers and terminals, and the requests that they would send.
import { describe, expect, test } from 'vitest';
import { isCurl, readCurl, type CurlRequest } from './index.ts';

interface Read {
  readonly requests: readonly CurlRequest[];
  readonly warnings: readonly string[];
}

function read(text: string): Read {
  const warnings: string[] = [];
  return { requests: readCurl(text, (sentence) => warnings.push(sentence)), warnings };
}

const one = (text: string): CurlRequest => read(text).requests[0]!;
/** The text body of the only request. */
const bodyText = (text: string): string => {
  const { body } = one(text);
  return body.type === 'text' ? body.text : body.type;
};
const header = (text: string, name: string): string | undefined =>
  one(text).headers.find(([other]) => other === name)?.[1];

describe('the curl', () => {
  test.each([
    'curl http://a.test',
    '  curl.exe -s x',
    '$ curl a.test',
    '# note\n\n# more\ncurl a.test',
    '/usr/bin/curl a.test',
    'C:\\Windows\\System32\\curl.exe a.test',
    'curl \\\n a.test',
    'curl ^"http://a.test^"',
    'sudo curl a.test',
    `echo '{"a": 1}' | curl a.test -d @-`,
    'TOKEN="a b" time curl a.test',
    'set -e\nfor i in 1 2; do curl a.test/$i; done',
    'sudo -u www curl a.test',
    'id=$(curl a.test)',
    'user@host:~/dir$ curl a.test',
    '[user@host dir]# curl a.test',
    'PS C:\\Users\\me> curl.exe a.test',
    `ssh host 'curl a.test'`,
  ])('%j is a command', (text) => {
    expect(isCurl(text)).toBe(true);
  });

  test.each([
    'curly: 1',
    '{"curl":1}',
    'wget a.test',
    '',
    'name: curl http://a.test',
    'curl: yes',
    'docs: |\n  curl a.test',
    'docs {\n  curl a.test\n}',
    'install curl a.test',
    'echo curl',
    `${'env '.repeat(20_000)}x`,
  ])('%j is not a command', (text) => {
    expect(isCurl(text)).toBe(false);
  });
});

describe('what starts it', () => {
  test.each([
    ['sudo -u www curl a.test'],
    ['nohup curl a.test &'],
    ['if ! curl a.test; then exit 1; fi'],
    ['docker run --rm curlimages/curl a.test'],
    ['kubectl exec pod -- curl a.test'],
    [`bash -c "curl 'a.test'"`],
    ['TOKEN=x env -i A=b curl a.test'],
    ['id=$(curl a.test)'],
    ['echo `curl a.test`'],
    ['C:\\> curl a.test'],
  ])('%s', (text) => {
    expect(one(text).url).toBe('http://a.test');
  });

  test('launchers that start each other end', () => {
    const nested = Array.from({ length: 6 }).reduce<string>(
      (inner) => `sh -c ${JSON.stringify(inner)}`,
      'curl a.test',
    );
    expect(() => one(nested)).toThrow('it contains no request');
  });
});

describe('what comes through a pipe', () => {
  test.each([
    [`echo '{"a": 1}' | curl a.test -d @-`, '{"a": 1}'],
    [`echo -n a b | curl a.test --data-binary @-`, 'a b'],
    [`echo -e 'a\\nb' | curl a.test --data-binary @-`, 'a\nb\n'],
    [`printf '%s=%s&' a 1 b 2 | curl a.test -d @-`, 'a=1&b=2&'],
    [`printf '100%%' | curl a.test -d @-`, '100%'],
    [`cat <<EOF | tee log | curl a.test -d @-\n{}\nEOF`, '{}'],
    [`echo x || echo y | curl a.test -d @-`, 'y'],
  ])('%s', (text, body) => {
    expect(bodyText(text)).toBe(body);
  });

  test('a file, and the output of a program, which is not executed', () => {
    expect(one('cat /data/a.json | curl a.test -d @-').body).toMatchObject({
      type: 'file',
      path: '/data/a.json',
    });
    const warnings: string[] = [];
    const [request] = readCurl("jq -n '{a: 1}' | curl a.test -d @-", (warning) => warnings.push(warning));
    expect(request?.body).toMatchObject({ text: '<output of jq -n {a: 1}>' });
    expect(warnings).toEqual(['the output of jq -n {a: 1} is not known: insert it']);
  });
});

test('& in a URL without quotes', () => {
  const warnings: string[] = [];
  const urls = (text: string) => readCurl(text, (warning) => warnings.push(warning)).map(({ url }) => url);
  expect(urls('curl http://a.test/?a=1&b=2&c=3 -s & curl http://b.test/?x&')).toEqual([
    'http://a.test/?a=1&b=2&c=3',
    'http://b.test/?x',
  ]);
  expect(urls("curl 'http://a.test/?a=1&'")).toEqual(['http://a.test/?a=1&']);
  expect(warnings).toEqual(['a URL with & was not in quotes: & was read as part of it']);
});

describe('quoting of sh', () => {
  test.each([
    [`'a b'`, 'a b'],
    [`'it'\\''s'`, `it's`],
    [`"a \\"b\\" \\$c \\\\ \\n"`, 'a "b" $c \\ \\n'],
    [`$'a\\tb\\n\\'c\\' \\x41\\u00e9\\303\\251\\\\'`, `a\tb\n'c' Aéé\\`],
    [`$'\\U0001F600'`, '😀'],
    [`a\\ b`, 'a b'],
    [`a"b"'c'`, 'abc'],
    [`"a\\\nb"`, 'ab'],
    [`''`, ''],
    [`"$'x'"`, `$'x'`],
    [`"cost: 5$"`, 'cost: 5$'],
  ])('%s', (word, text) => {
    expect(bodyText(`curl a.test --data-raw ${word}`)).toBe(text);
  });

  test('lines go on behind a backslash, also with line ends of Windows', () => {
    expect(one('curl -X PUT \\\r\n  -H "A: 1" \\\r\n  a.test')).toMatchObject({
      method: 'PUT',
      headers: [['A', '1']],
      url: 'http://a.test',
    });
  });

  test.each([
    'curl -X PUT\\\n  a.test',
    "curl -X PUT\\\n-H 'A: 1'\\\n--url http://a.test",
    'curl -X PUT\\ \t\nhttp://a.test',
    "curl -XPUT\\\n'http://a.test'",
  ])('a space that was forgotten before a backslash: %j', (command) => {
    expect(read(command)).toMatchObject({
      requests: [{ method: 'PUT', url: 'http://a.test' }],
      warnings: [],
    });
  });

  test('a URL goes on behind a backslash', () => {
    expect(one('curl http://a.test/\\\nb').url).toBe('http://a.test/b');
  });

  test('comments, and commands after each other', () => {
    const { requests, warnings } = read(
      '# first\ncurl a.test/1 # why\ncurl a.test/2; curl a.test/3 && curl a.test/4 | jq . > out.json 2>&1\n',
    );
    expect(requests.map(({ url }) => url)).toEqual([1, 2, 3, 4].map((at) => `http://a.test/${at}`));
    expect(warnings).toEqual(['jq is not a curl command: it was left out']);
  });

  test('here documents and here strings are the input of @-', () => {
    expect(bodyText('curl a.test --data-binary @- <<EOF\n{"a": "$b"}\n"x"\nEOF\n')).toBe(
      '{"a": "{{b}}"}\n"x"\n',
    );
    expect(bodyText("curl a.test --data-binary @- <<'EOF'\n$b `c`\nEOF\ncurl b.test")).toBe('$b `c`\n');
    expect(bodyText('curl a.test -d @- <<-EOF\n\ta\n\tb\n\tEOF\n')).toBe('ab');
    expect(bodyText("curl a.test --data-binary @- <<< 'x y'")).toBe('x y\n');
  });

  test('an unclosed quote is rejected with its line', () => {
    expect(() => read(`curl a.test\n-d 'x`)).toThrow(`line 2: the ' is not closed`);
    expect(() => read('curl "$(a" b')).toThrow('line 1: the $ is not closed');
  });
});

describe('command substitutions and variables', () => {
  test('variables become variables', () => {
    const { requests, warnings } = read('curl "https://$HOST/${PATH_1}/${X:-y}" -H "A: Bearer $TOKEN"');
    expect(requests[0]).toMatchObject({
      url: 'https://{{HOST}}/{{PATH_1}}/{{X}}',
      headers: [['A', 'Bearer {{TOKEN}}']],
    });
    expect(warnings).toContain("the shell's variable TOKEN became {{TOKEN}}");
  });

  test('commands are not run', () => {
    const { requests, warnings } = read(
      'curl a.test -d "$(cat /etc/passwd)" -H "X: `id -u`" -H "Y: $(cat /etc/passwd)" -d <(echo "a ) b")',
    );
    expect(requests[0]).toMatchObject({
      body: { text: '{{command}}&{{command3}}' },
      headers: [
        ['X', '{{command2}}'],
        ['Y', '{{command}}'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
    });
    expect(warnings).toContain('$(cat /etc/passwd) is not executed: it was replaced by {{command}}');
  });

  test('files are not read', () => {
    expect(one('curl a.test -d @/etc/passwd').body).toEqual({ type: 'file', path: '/etc/passwd' });
    expect(one('curl a.test -T /etc/passwd')).toMatchObject({ method: 'PUT', body: { type: 'file' } });
    expect(one('curl a.test --data-binary @- < /etc/passwd').body).toEqual({
      type: 'file',
      path: '/etc/passwd',
    });
    expect(bodyText('curl a.test -d a=1 -d @/etc/passwd')).toBe('a=1&<content of /etc/passwd>');
    expect(bodyText('curl a.test --data-urlencode a@/etc/passwd')).toBe('a=<content of /etc/passwd>');
    expect(one('curl a.test -H @/etc/passwd -b /etc/passwd -K /etc/passwd').headers).toEqual([]);
    expect(one('curl a.test -F a=@/etc/passwd -F "b=</etc/passwd"').body).toMatchObject({
      parts: [
        { name: 'a', files: ['/etc/passwd'] },
        { name: 'b', files: null, value: '<content of /etc/passwd>' },
      ],
    });
  });
});

describe('copies of browsers for Windows', () => {
  test('with carets, as Chrome and Firefox write them now', () => {
    const text = [
      'curl ^"https://a.test/x?a=1^&b=^%^20^" ^',
      '  -X ^"POST^" ^',
      '  -H ^"content-type: application/json^" ^',
      '  --data-raw ^"^{^\\^"a^\\^":^\\^"b c^\\^"^}^"',
    ].join('\r\n');
    expect(one(text)).toMatchObject({
      method: 'POST',
      url: 'https://a.test/x?a=1&b=%20',
      headers: [['content-type', 'application/json']],
      body: { type: 'text', text: '{"a":"b c"}' },
      login: null,
    });
  });

  test('a line end in a value is a caret and two line ends', () => {
    expect(bodyText('curl ^"http://a.test^" --data-raw ^"a^\n\nb^"')).toBe('a\nb');
  });

  test('text that only looks like a variable', () => {
    expect(bodyText('curl ^"http://a.test^" --data-raw ^"^%^PATH^%^"')).toBe('%PATH%');
    expect(one('curl "http://a.test/%C3%BC" ^\n -s').url).toBe('http://a.test/%C3%BC');
  });

  test('without carets but in plain quotes, as they were written before', () => {
    const text =
      'curl "http://a.test/?a=1&b=2" ^\n  -H "A: b" ^\n  --data-raw "{\\"a\\":\\"%TEMP%\\\\\\"}" --compressed';
    expect(one(text).url).toBe('http://a.test/?a=1&b=2');
    expect(bodyText(text)).toBe('{"a":"{{TEMP}}\\"}');
  });
});

describe('copies for PowerShell', () => {
  test('backticks and both quotes', () => {
    const text = [
      'curl.exe -X POST `',
      `  -H 'Content-Type: application/json' \``,
      '  -H "A: `"b`" ""c"" $env:TOKEN $(Get-Date)" `',
      `  -d '{\\"it''s\\": 1}' \``,
      '  "https://a.test"',
    ].join('\n');
    expect(one(text)).toMatchObject({
      method: 'POST',
      url: 'https://a.test',
      headers: [
        ['Content-Type', 'application/json'],
        ['A', '"b" "c" {{TOKEN}} {{command}}'],
      ],
      body: { text: `{"it's": 1}` },
    });
  });

  test('quotes that it would not hand on otherwise, on one line', () => {
    expect(bodyText(`curl.exe -d '{\\"a\\": \\"b c\\"}' http://a.test`)).toBe('{"a": "b c"}');
  });

  test("PowerShell's own command under the name of curl is refused", () => {
    expect(() => read('curl -Uri http://a.test -Method POST')).toThrow('PowerShell');
  });
});

describe('options', () => {
  test('method', () => {
    expect(one('curl a.test').method).toBe('GET');
    expect(one('curl a.test -d x').method).toBe('POST');
    expect(one('curl -XDELETE a.test').method).toBe('DELETE');
    expect(one('curl a.test --request PATCH -d x').method).toBe('PATCH');
    expect(one('curl -I a.test').method).toBe('HEAD');
    expect(one('curl -G -d x a.test').method).toBe('GET');
    expect(one('curl --json {} a.test').method).toBe('POST');
    expect(one('curl -F a=b a.test').method).toBe('POST');
  });

  test('data', () => {
    expect(bodyText('curl a.test -d a=1 --data b=2 --data-raw @c --data-ascii d --data-binary e')).toBe(
      'a=1&b=2&@c&d&e',
    );
    expect(header('curl a.test -d a', 'Content-Type')).toBe('application/x-www-form-urlencoded');
    expect(one('curl a.test -d a -H "content-type: text/plain"').headers).toEqual([
      ['content-type', 'text/plain'],
    ]);
    expect(
      bodyText(`curl a.test --data-urlencode 'a=b c&é~*' --data-urlencode '=x y' --data-urlencode 'z/'`),
    ).toBe('a=b+c%26%C3%A9~%2A&x+y&z%2F');
    expect(bodyText(`curl a.test --data-urlencode 'a={{b c}} d'`)).toBe('a={{b c}}+d');
    expect(bodyText("curl a.test --json '{' --json '}'")).toBe('{}');
    expect(one("curl a.test --json '{}'").headers).toEqual([
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json'],
    ]);
  });

  test('the query', () => {
    expect(one('curl "a.test/x?y=1#z" -G -d a=1 --data-urlencode "b=c d"').url).toBe(
      'http://a.test/x?y=1&a=1&b=c+d#z',
    );
    expect(one('curl "a.test?" --url-query "a=b c" --url-query +d%20').url).toBe('http://a.test?a=b+c&d%20');
  });

  test('forms', () => {
    const text = `curl a.test -H 'Content-Type: multipart/form-data; boundary=x' -F 'a="b;c\\"";type=text/plain' -F c=d -F 'e=@"x,y",z;type=image/png' --form-string 'f=@g;h'`;
    expect(one(text).body).toEqual({
      type: 'form',
      parts: [
        { name: 'a', value: 'b;c"', files: null, contentType: 'text/plain' },
        { name: 'c', value: 'd', files: null, contentType: '' },
        { name: 'e', value: '', files: ['x,y', 'z'], contentType: 'image/png' },
        { name: 'f', value: '@g;h', files: null, contentType: '' },
      ],
    });
    expect(one(text).headers).toEqual([]);
  });

  test('credentials', () => {
    expect(header('curl a.test -u me:pass:word', 'Authorization')).toBe(`Basic ${btoa('me:pass:word')}`);
    expect(header('curl a.test -u me:x -H "authorization: own"', 'Authorization')).toBeUndefined();
    expect(one('curl a.test -u "$USER:x"').login).toEqual({
      type: 'basic',
      username: '{{USER}}',
      password: 'x',
    });
    expect(one('curl a.test --digest -u a:b').login).toEqual({
      type: 'digest',
      username: 'a',
      password: 'b',
    });
    expect(header('curl a.test --oauth2-bearer T', 'Authorization')).toBe('Bearer T');
    expect(one('curl https://s3.eu-west-1.amazonaws.com --aws-sigv4 aws:amz -u id:key').login).toEqual({
      type: 'awsv4',
      accessKey: 'id',
      secretKey: 'key',
      region: 'eu-west-1',
      service: 's3',
    });
    expect(one("curl a.test --ntlm -u 'D\\a:b'").login).toEqual({
      type: 'ntlm',
      username: 'D\\a',
      password: 'b',
    });
    expect(read('curl a.test --negotiate -u a:b')).toMatchObject({
      requests: [{ headers: [], login: null }],
      warnings: ['--negotiate is not supported: the user was left out'],
    });
  });

  test('headers of their own', () => {
    expect(one('curl a.test -A me -e "http://b.test;auto" -b "a=1; " -b b=2 -r 0-9').headers).toEqual([
      ['User-Agent', 'me'],
      ['Referer', 'http://b.test'],
      ['Cookie', 'a=1; b=2'],
      ['Range', 'bytes=0-9'],
    ]);
    expect(
      one('curl a.test -H "Empty;" -H "A:b:c" -H "Content-Length: 3" -H "Accept:" -H nothing').headers,
    ).toEqual([
      ['Empty', ''],
      ['A', 'b:c'],
    ]);
  });

  test('joined, shortened, negated, and several in one word', () => {
    expect(one('curl -sSLkXPOST -da=1 -Hx:y -oout.txt a.test')).toMatchObject({
      method: 'POST',
      headers: [
        ['x', 'y'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      url: 'http://a.test',
    });
    expect(one('curl --insec --user-ag me --no-buffer --no-compressed --next-x -- a.test').headers).toEqual([
      ['User-Agent', 'me'],
    ]);
    expect(read('curl --data=x a.test')).toMatchObject({
      requests: [{ body: { text: 'x' } }],
      warnings: ['curl does not accept "=" after --data: it was read as a blank'],
    });
  });

  test('ignored options give no warning', () => {
    const { requests, warnings } = read(
      'curl -L -k --compressed -s -v -o out -x http://proxy.test -m 20 --http2 a.test',
    );
    expect(requests).toEqual([
      {
        method: 'GET',
        url: 'http://a.test',
        headers: [],
        body: { type: 'none' },
        login: null,
        redirects: { max: null, keepMethod: false },
      },
    ]);
    expect(warnings).toEqual([]);
  });

  test('unknown options are left out, with their value where it looks like one', () => {
    expect(read('curl --strange value http://a.test --odd http://b.test -? -s')).toMatchObject({
      requests: [{ url: 'http://a.test' }, { url: 'http://b.test' }],
      warnings: [
        'the option --strange is unknown: it was left out, with the value value',
        'the option --odd is unknown: it was left out',
        'the option -? is unknown: it was left out',
      ],
    });
    expect(read('curl --cert a --resolve a:1:b a.test').warnings).toHaveLength(2);
  });

  test('several URLs, and --next', () => {
    const { requests } = read('curl -d x a.test b.test --url c.test --next -X PUT d.test');
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST http://a.test',
      'POST http://b.test',
      'POST http://c.test',
      'PUT http://d.test',
    ]);
    expect(
      read('curl -T a.txt http://a.test/up/ -T b http://a.test/x').requests.map(({ url }) => url),
    ).toEqual(['http://a.test/up/a.txt', 'http://a.test/x']);
  });
});

test.each([
  ['curl', 'it has no URL'],
  ['curl -s', 'a command without a URL'],
  ['curl ftp://a.test/x', 'is not an HTTP URL'],
  ['curl file:///etc/passwd', 'is not an HTTP URL'],
  [`curl ${'-s '.repeat(200_001)}a.test`, 'more than 200000 words'],
  [`curl a.test -${'I'.repeat(200_001)}`, 'more than 200000 options'],
  [`curl a.test ${'$a'.repeat(200_001)}`, 'more than 200000 placeholders'],
  [`curl a.test ${'`'.repeat(400_002)}`, 'more than 200000 placeholders'],
  [`curl a.test -d ${'x'.repeat(9_000_000)}`, 'characters'],
])('%.40s is refused with the reason', (text, reason) => {
  expect(() => read(text)).toThrow(reason);
});
