// The part that all k6 scripts share: variables, URLs, and the `pm` object for scripts of a collection.

/** The dynamic variables that the script supports. */
export const K6_DYNAMIC_VARIABLES: ReadonlySet<string> = new Set([
  'guid',
  'randomUUID',
  'timestamp',
  'isoTimestamp',
  'randomInt',
  'randomBoolean',
]);

export const RUNTIME = String.raw`
let row = {};
let response = null;
/** True when the request had no response, an error as its status, or a failed test, as proxyctl counts errors. */
let hasFailed = false;
const errors = new Rate('errors');
const errorCount = new Counter('error_count');

function countError(tags) {
  errors.add(hasFailed, tags);
  errorCount.add(hasFailed ? 1 : 0, tags);
}

const dynamic = {
  $guid: uuid,
  $randomUUID: uuid,
  $timestamp: () => Math.floor(Date.now() / 1000),
  $isoTimestamp: () => new Date().toISOString(),
  $randomInt: () => Math.floor(Math.random() * 1001),
  $randomBoolean: () => Math.random() < 0.5,
};

function uuid() {
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16));
}

function valueOf(name) {
  if (name in row) return row[name];
  if (name in variables) return variables[name];
  return name in dynamic ? dynamic[name]() : undefined;
}

/** Replaces {{variables}}, which may contain others. */
function fill(text) {
  let current = String(text);
  for (let depth = 0; depth < 20 && current.includes('{{'); depth += 1) {
    const before = current;
    current = before.replace(/\{\{([^{}]*)\}\}/g, (whole, name) => {
      const value = valueOf(name.trim());
      return value === undefined ? whole : typeof value === 'object' ? JSON.stringify(value) : String(value);
    });
    if (current === before) break;
  }
  return current;
}

/** Fills in the variables of a URL, and the values of :name in its path. */
function address(text, path) {
  const url = fill(text).replace(/(\/):([^/?#]+)/g, (whole, slash, name) =>
    path[name] === undefined || path[name] === '' ? whole : slash + encodeURIComponent(path[name]),
  );
  return encodeURI(/^[a-z]+:\/\//i.test(url) ? url : 'http://' + url).replace(/%25([\da-f]{2})/gi, '%$1');
}

function withParameter(url, name, value) {
  return url + (url.includes('?') ? '&' : '?') + encodeURIComponent(name) + '=' + encodeURIComponent(value);
}

function form(fields) {
  return fields.map(([name, value]) => encodeURIComponent(name) + '=' + encodeURIComponent(value)).join('&');
}

const scope = {
  get: (name) => valueOf(name),
  set: (name, value) => void (variables[name] = value),
  unset: (name) => void delete variables[name],
  has: (name) => valueOf(name) !== undefined,
  replaceIn: fill,
  toObject: () => Object.assign({}, variables),
};

const pm = {
  environment: scope,
  globals: scope,
  collectionVariables: scope,
  variables: scope,
  iterationData: { get: (name) => row[name], has: (name) => name in row, toObject: () => row },
  test: (name, run) =>
    check(null, {
      [name]: () => {
        try {
          run();
          return true;
        } catch (error) {
          hasFailed = true;
          return false;
        }
      },
    }),
  expect: (value) => expectation(value, false),
  get response() {
    return {
      code: response.status,
      status: response.status_text,
      responseTime: response.timings.duration,
      text: () => response.body,
      json: () => response.json(),
      headers: { get: header, has: (name) => header(name) !== undefined },
      to: responseExpectation(false),
    };
  },
};

function script(run) {
  try {
    run();
  } catch (error) {
    hasFailed = true;
    check(null, { ['script error: ' + error.message]: () => false });
  }
}

function header(name) {
  const key = Object.keys(response.headers).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : response.headers[key];
}

function assert(holds, isNegated, message) {
  if (Boolean(holds) === isNegated) throw new Error(message);
}

function responseExpectation(isNegated) {
  const is = (holds) => assert(holds, isNegated, 'the response is not as expected');
  const between = (min, max) => is(response.status >= min && response.status < max);
  return {
    get not() {
      return responseExpectation(!isNegated);
    },
    have: {
      status: (wanted) =>
        is(typeof wanted === 'number' ? response.status === wanted : response.status_text.includes(wanted)),
      header: (name, value) => is(value === undefined ? header(name) !== undefined : header(name) === value),
      body: (wanted) => is(wanted === undefined ? response.body !== '' : response.body === wanted),
      jsonBody: () => is(response.json() !== undefined),
    },
    be: {
      get ok() {
        return between(200, 300);
      },
      get success() {
        return between(200, 300);
      },
      get error() {
        return between(400, 600);
      },
      get clientError() {
        return between(400, 500);
      },
      get serverError() {
        return between(500, 600);
      },
      get json() {
        return is(response.json() !== undefined);
      },
    },
  };
}

function isEqual(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isEqual(a[key], b[key]));
}

function typeName(value) {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** The assertions of Chai that tests use most; an unknown one fails its test. */
function expectation(value, isNegated) {
  const is = (holds) => {
    assert(holds, isNegated, 'the value is not as expected');
    return chain;
  };
  const size = () => (typeof value === 'object' && value !== null && !('length' in value) ? Object.keys(value).length : value.length);
  const includes = (wanted) =>
    is(
      typeof value === 'string'
        ? value.includes(wanted)
        : Array.isArray(value)
          ? value.some((each) => isEqual(each, wanted))
          : Object.keys(wanted).every((key) => isEqual(value[key], wanted[key])),
    );
  const isA = (type) => is(typeName(value) === type.toLowerCase());
  const chain = {
    equal: (wanted) => is(isEqual(value, wanted)),
    eql: (wanted) => is(isEqual(value, wanted)),
    above: (limit) => is(value > limit),
    least: (limit) => is(value >= limit),
    below: (limit) => is(value < limit),
    most: (limit) => is(value <= limit),
    within: (min, max) => is(value >= min && value <= max),
    match: (pattern) => is(pattern.test(value)),
    oneOf: (list) => is(list.includes(value)),
    lengthOf: (length) => is(size() === length),
    length: (length) => is(size() === length),
    keys: (...names) => is(names.flat().every((name) => name in value)),
    property: (name, wanted) =>
      is(typeof value === 'object' && value !== null && name in value && (wanted === undefined || isEqual(value[name], wanted))),
  };
  chain.eq = chain.equal;
  chain.equals = chain.equal;
  chain.eqls = chain.eql;
  chain.gt = chain.greaterThan = chain.above;
  chain.gte = chain.least;
  chain.lt = chain.lessThan = chain.below;
  chain.lte = chain.most;
  chain.a = chain.an = isA;
  chain.include = chain.includes = chain.contain = chain.contains = includes;
  for (const [name, holds] of Object.entries({
    ok: () => value,
    true: () => value === true,
    false: () => value === false,
    null: () => value === null,
    undefined: () => value === undefined,
    exist: () => value !== null && value !== undefined,
    empty: () => size() === 0,
  }))
    Object.defineProperty(chain, name, { get: () => is(holds()) });
  for (const word of ['to', 'be', 'been', 'is', 'that', 'which', 'and', 'has', 'have', 'with', 'of', 'same', 'deep', 'at'])
    Object.defineProperty(chain, word, { get: () => chain });
  Object.defineProperty(chain, 'not', { get: () => expectation(value, !isNegated) });
  return chain;
}
`;
