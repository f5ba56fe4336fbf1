// Scripts as people write them for Postman, run by Newman and here. They share their variables in the order
// of the list, so each uses names of its own.

export interface Snippet {
  readonly name: string;
  readonly script: string;
  readonly phase: 'preRequest' | 'test';
  /** The messages of these errors come from the engine, and differ. */
  readonly hasOwnWords?: boolean;
}

const test = (name: string, script: string): Snippet => ({ name, script, phase: 'test' });
const before = (name: string, script: string): Snippet => ({ name, script, phase: 'preRequest' });

const check = (name: string, body: string): Snippet =>
  test(name, `pm.test(${JSON.stringify(name)}, function () { ${body} })`);
/** Stores the value of an expression in a variable. */
const kept = (name: string, expression: string): Snippet =>
  test(name, `pm.environment.set(${JSON.stringify(name)}, JSON.stringify(${expression}))`);

/** The server's response to `/json`. */
export const ANSWER = {
  body: '{"a":[1,2,3],"b":{"c":"d","e":null},"s":"té","n":1.5,"t":true}',
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Test': 'yes',
    'Set-Cookie': 'session=abc%20d; Path=/',
  },
} as const;

const RESPONSE: readonly Snippet[] = [
  check('status by number', 'pm.response.to.have.status(200)'),
  check('status by reason', 'pm.response.to.have.status("OK")'),
  check('status that is another', 'pm.response.to.have.status(201)'),
  check('status by a wrong reason', 'pm.response.to.have.status("Created")'),
  check('not a status', 'pm.response.to.not.have.status(404)'),
  check('not the status that it is', 'pm.response.to.not.have.status(200)'),
  check('a status and more', 'pm.response.to.have.status(200).and.have.header("x-nothing")'),
  check('a status of nothing', 'pm.expect(null).to.have.status(200)'),
  check('a property of an assertion that takes values', 'pm.response.to.have.status.ok'),
  check('the length of an assertion', 'pm.response.to.have.status.length'),
  check('a misspelt assertion', 'pm.expect(1).to.equa(1)'),
  check('an assertion that is like no other', 'pm.response.to.have.nothingAtAll'),
  check('a chain of assertions', 'pm.expect(1).to.be.a("number").and.not.equal(2).but.equal(3)'),
  check('symbols of an assertion', 'pm.expect(typeof pm.expect(1).to[Symbol.iterator]).to.equal("string")'),
  check('ok', 'pm.response.to.be.ok'),
  check('not ok', 'pm.response.to.not.be.ok'),
  check('success', 'pm.response.to.be.success'),
  check('classes that it is not', 'pm.response.to.be.clientError'),
  check('server error', 'pm.response.to.be.serverError'),
  check('error', 'pm.response.to.be.error'),
  check('info', 'pm.response.to.be.info'),
  check('redirection', 'pm.response.to.be.redirection'),
  check('accepted', 'pm.response.to.be.accepted'),
  check('bad request', 'pm.response.to.be.badRequest'),
  check('unauthorized', 'pm.response.to.be.unauthorized'),
  check('forbidden', 'pm.response.to.be.forbidden'),
  check('not found', 'pm.response.to.be.notFound'),
  check('rate limited', 'pm.response.to.be.rateLimited'),
  check('json', 'pm.response.to.be.json'),
  check('with body', 'pm.response.to.be.withBody'),
  check('header', 'pm.response.to.have.header("x-test")'),
  check('header and value', 'pm.response.to.have.header("X-Test", "yes")'),
  check('header and wrong value', 'pm.response.to.have.header("X-Test", "no")'),
  check('header that is not there', 'pm.response.to.have.header("X-None")'),
  check('body', `pm.response.to.have.body(${JSON.stringify(ANSWER.body)})`),
  check('body by pattern', 'pm.response.to.have.body(/"c":"d"/)'),
  check('wrong body', 'pm.response.to.have.body("x")'),
  check('body of an object', 'pm.response.to.have.body({ a: 1 })'),
  check('json body', 'pm.response.to.have.jsonBody()'),
  check('json body at a path', 'pm.response.to.have.jsonBody("b.c")'),
  check('json body at a path with a value', 'pm.response.to.have.jsonBody("b.c", "d")'),
  check('json body at a wrong path', 'pm.response.to.have.jsonBody("b.x")'),
  check('json body with a wrong value', 'pm.response.to.have.jsonBody("a[1]", 3)'),
  check(
    'schema',
    'pm.response.to.have.jsonSchema({ type: "object", required: ["a"], properties: { a: { type: "array" } } })',
  ),
  check(
    'schema that it is not',
    'pm.response.to.have.jsonSchema({ type: "object", required: ["zz"], properties: { a: { type: "string" } } })',
  ),
  check(
    'response time',
    'pm.response.to.have.responseTime.below(60000); pm.expect(pm.response.responseTime).to.be.a("number")',
  ),
  check('of an object that is no response', 'pm.expect({}).to.have.status(200)'),
  kept(
    'response parts',
    '[pm.response.code, pm.response.status, pm.response.reason(), pm.response.text(), pm.response.json(), pm.response.responseSize]',
  ),
  kept(
    'response headers',
    '[pm.response.headers.get("X-TEST"), pm.response.headers.has("x-test"), pm.response.headers.one("x-test").value, pm.response.headers.count() > 2, pm.response.headers.filter(function (h) { return h.key === "X-Test" }).length]',
  ),
  kept('reviver', 'pm.response.json(function (key, value) { return key === "s" ? value.length : value })'),
  kept('size', '[pm.response.size().body, typeof pm.response.size().total]'),
  kept('data URI', 'pm.response.dataURI()'),
  kept(
    'stream',
    '[pm.response.stream.length, pm.response.stream.toString("utf8").length, Buffer.isBuffer(pm.response.stream)]',
  ),
  kept('response as JSON', 'Object.keys(pm.response.toJSON()).indexOf("code") >= 0'),
  kept('details', 'pm.response.details()'),
];

const EXPECT: readonly Snippet[] = [
  check('equal', 'pm.expect(1).to.equal(2)'),
  check('eql', 'pm.expect({ a: [1, { b: 2 }] }).to.eql({ a: [1, { b: 3 }] })'),
  check('deep equal', 'pm.expect([1, 2]).to.deep.equal([1, 2])'),
  check('property', 'pm.expect(pm.response.json()).to.have.property("zz")'),
  check('nested property', 'pm.expect(pm.response.json()).to.have.nested.property("b.c", "x")'),
  check('include', 'pm.expect("abc").to.include("x")'),
  check('include members', 'pm.expect([1, 2, 3]).to.include.members([3, 4])'),
  check('keys', 'pm.expect({ a: 1 }).to.have.all.keys("a", "b")'),
  check('length', 'pm.expect([1]).to.have.lengthOf(2)'),
  check('match', 'pm.expect("abc").to.match(/x/)'),
  check('a and an', 'pm.expect([]).to.be.an("array"); pm.expect(1).to.be.a("string")'),
  check('one of', 'pm.expect(5).to.be.oneOf([1, 2])'),
  check('above and within', 'pm.expect(5).to.be.above(1).and.within(6, 9)'),
  check('throw', 'pm.expect(function () { throw new TypeError("no") }).to.throw(TypeError, "yes")'),
  check(
    'null, undefined, NaN, empty, exist',
    'pm.expect(null).to.be.null; pm.expect(undefined).to.be.undefined; pm.expect(NaN).to.be.NaN; pm.expect([]).to.be.empty; pm.expect(null).to.exist',
  ),
  check('a message of its own', 'pm.expect(1, "my message").to.equal(2)'),
  check('fail', 'pm.expect.fail("given up")'),
  check('ok of a value', 'pm.expect(0).to.be.ok'),
  check('an error that is thrown', 'throw new RangeError("out")'),
  { ...check('text that is thrown', 'throw "text"'), hasOwnWords: true },
  { ...check('an object that is thrown', 'throw { a: 1 }'), hasOwnWords: true },
  { ...check('an error of the language', 'JSON.parse("{").x'), hasOwnWords: true },
  { ...check('a reference to nothing', 'nothing.here'), hasOwnWords: true },
];

const TESTS: readonly Snippet[] = [
  test('a test without a function', 'pm.test("nothing")'),
  test('skipped', 'pm.test.skip("later", function () { throw new Error() })'),
  test('index', 'pm.test("i", function () {}); pm.environment.set("index", pm.test.index())'),
  test('a name that is none', 'pm.test(undefined, function () {}); pm.test(5, function () {})'),
  test(
    'done',
    'pm.test("done", function (done) { setTimeout(done, 5) }); pm.test("done badly", function (done) { setTimeout(function () { done(new Error("late")) }, 10) })',
  ),
  test('chained', 'pm.test("first", function () {}).test("second", function () {})'),
  test(
    'nested',
    'pm.test("outer", function () { pm.test("inner", function () { pm.expect(1).to.equal(2) }) })',
  ),
  test('of the old kind', 'tests["yes"] = true; tests["no"] = 0; tests["empty"] = ""'),
  test('after an error', 'pm.test("before", function () {}); nothing.here; pm.test("after", function () {})'),
  test(
    'in a timer',
    'setTimeout(function () { pm.test("timed", function () {}); pm.environment.set("timed", 1) }, 5)',
  ),
  test(
    'an interval',
    'var rounds = 0; var timer = setInterval(function () { rounds += 1; if (rounds === 3) { clearInterval(timer); pm.environment.set("rounds", rounds) } }, 1)',
  ),
];

const VARIABLES: readonly Snippet[] = [
  test(
    'environment',
    'pm.environment.set("e1", "v"); pm.environment.set("e2", 5); pm.environment.set("e3", { a: 1 }); pm.environment.unset("e2"); pm.environment.set("has", pm.environment.has("e1") + "" + pm.environment.has("e2"))',
  ),
  test('globals', 'pm.globals.set("g1", "v"); pm.globals.set("g2", true); pm.globals.unset("nothing")'),
  test(
    'collection',
    'pm.collectionVariables.set("c1", "v"); pm.environment.set("c", pm.collectionVariables.get("c1"))',
  ),
  test(
    'precedence',
    'pm.globals.set("p", "g"); pm.collectionVariables.set("p", "c"); var seen = [pm.variables.get("p")]; pm.environment.set("p", "e"); seen.push(pm.variables.get("p")); pm.variables.set("p", "l"); seen.push(pm.variables.get("p")); pm.environment.set("seen", seen.join())',
  ),
  kept(
    'nothing there',
    '[typeof pm.environment.get("nope"), typeof pm.variables.get("nope"), pm.variables.has("nope")]',
  ),
  kept('replace', 'pm.variables.replaceIn("{{e1}} {{g1}} {{nope}} {{ e1 }}")'),
  kept('replace in an object', 'pm.variables.replaceIn({ a: "{{e1}}", b: ["{{g1}}"] })'),
  kept(
    'replace what names another',
    '(pm.environment.set("n1", "{{n2}}"), pm.environment.set("n2", "end"), pm.variables.replaceIn("{{n1}}"))',
  ),
  kept(
    'dynamic',
    '[pm.variables.replaceIn("{{$guid}}").length, /^[0-9]+$/.test(pm.variables.replaceIn("{{$timestamp}}")), /^[0-9]+$/.test(pm.variables.replaceIn("{{$randomInt}}"))]',
  ),
  kept('as an object', '[pm.environment.toObject().e1, pm.environment.name]'),
  test(
    'of the old kind',
    'postman.setEnvironmentVariable("o1", 5); postman.setGlobalVariable("o2", "x"); postman.setEnvironmentVariable("o3", postman.getEnvironmentVariable("o1") + postman.getGlobalVariable("o2")); postman.clearEnvironmentVariable("o1"); pm.environment.set("o4", environment.o3)',
  ),
];

const REQUEST: readonly Snippet[] = [
  kept(
    'request',
    '[pm.request.method, pm.request.url.getHost(), pm.request.url.getPath(), pm.request.url.getQueryString(), pm.request.headers.get("X-Given"), pm.request.body.raw, pm.request.url.query.get("q"), pm.request.url.query.all().length, pm.request.url.path]',
  ),
  kept('request body', '[pm.request.body.mode, pm.request.body.toString(), pm.request.body.isEmpty()]'),
  check('request assertions', 'pm.request.to.have.header("x-given", "1")'),
  before(
    'before',
    'pm.test("in the first script", function () { pm.expect(pm.request.method).to.equal("POST"); pm.expect(pm.response).to.equal(undefined) }); pm.environment.set("info", JSON.stringify([pm.info.eventName, pm.info.iteration, pm.info.iterationCount, pm.info.requestName]))',
  ),
  before(
    'a query parameter',
    'pm.request.url.query.add({ key: "w", value: "2" }); pm.environment.set("url", pm.request.url.getPathWithQuery()); pm.request.addQueryParams("z=3"); pm.request.removeQueryParams("q"); pm.environment.set("url2", pm.request.url.getPathWithQuery())',
  ),
  before(
    'headers',
    'pm.request.headers.add({ key: "X-B", value: "1" }); pm.request.headers.upsert({ key: "X-Given", value: "9" }); pm.request.headers.remove("nothing"); pm.request.addHeader({ key: "X-C", value: "2" }); pm.environment.set("headers", JSON.stringify(pm.request.headers.toObject()))',
  ),
  kept('info', '[pm.info.eventName, typeof pm.info.requestId]'),
  kept('location', 'pm.execution.location'),
  kept(
    'cookies',
    '[pm.cookies.get("session"), pm.cookies.has("session"), pm.cookies.has("none"), typeof pm.cookies.get("none"), pm.cookies.toObject()]',
  ),
  kept(
    'old response',
    '[responseCode.code, responseCode.name, responseHeaders["X-Test"], JSON.parse(responseBody).a, typeof responseTime, iteration, postman.getResponseHeader("x-test"), postman.getResponseCookie("session").value]',
  ),
  kept('old request', '[request.method, request.data, request.name, request.headers["x-given"]]'),
];

const LIBRARIES: readonly Snippet[] = [
  kept('lodash of old', '[_.pluck([{ a: 1 }], "a"), _.VERSION.split(".")[0], _.contains([1], 1)]'),
  kept('lodash', '[require("lodash").chunk([1, 2, 3], 2), require("lodash").get({ a: { b: 1 } }, "a.b")]'),
  kept(
    'crypto',
    '[CryptoJS.MD5("a").toString(), CryptoJS.HmacSHA256("a", "k").toString(CryptoJS.enc.Base64), CryptoJS.AES.decrypt(CryptoJS.AES.encrypt("secret", "key"), "key").toString(CryptoJS.enc.Utf8), require("crypto-js").SHA1("x").toString()]',
  ),
  kept(
    'moment',
    '[require("moment").utc("2020-02-03T04:05:06Z").format("YYYY/MM/DD HH"), require("moment")("2020-01-31").add(1, "month").format("MM-DD")]',
  ),
  kept(
    'cheerio',
    '[cheerio.load("<ul><li class=x>a</li><li>b</li></ul>")("li").length, require("cheerio").load("<p id=i>t</p>")("#i").text()]',
  ),
  kept(
    'tv4',
    '[tv4.validate(1, { type: "number" }), tv4.validate(1, { type: "string" }), tv4.error.message]',
  ),
  kept(
    'ajv',
    '(function () { var Ajv = require("ajv"); var ajv = new Ajv({ allErrors: true }); var ok = ajv.validate({ type: "object", properties: { a: { type: "string", format: "email" } } }, { a: "x" }); return [ok, ajv.errorsText()] })()',
  ),
  kept('xml', '[xml2Json("<a x=\\"1\\"><b>1</b><b>2</b></a>"), xml2Json("<a/>")]'),
  kept(
    'xml2js',
    '(function () { var found; require("xml2js").parseString("<r><i>1</i></r>", function (error, result) { found = result }); return found })()',
  ),
  kept('csv', 'require("csv-parse/lib/sync")("a,b\\n1,2\\n3,4", { columns: true })'),
  kept('uuid', '[require("uuid").v4().length]'),
  kept(
    'base64',
    '[atob("aGk="), btoa("hi"), require("atob")("aGk="), require("btoa")("hi"), Buffer.from("é").toString("base64"), Buffer.from("aGk=", "base64").toString()]',
  ),
  kept(
    'modules of Node',
    '[require("url").parse("http://a/b?c=d").pathname, require("querystring").parse("a=b&c=d"), require("path").join("a", "..", "b"), require("util").format("%s %d", "a", 1), require("util").inspect({ a: [1] }), require("punycode").toASCII("mañana.com"), typeof require("stream").Readable, typeof require("timers").setTimeout, require("buffer").Buffer.concat([Buffer.from("a"), Buffer.from("b")]).toString()]',
  ),
  check('assert', 'require("assert").strictEqual(1, 2)'),
  kept(
    'events',
    '(function () { var seen = []; var Emitter = require("events"); var e = new Emitter(); e.on("x", function (v) { seen.push(v) }); e.emit("x", 1); return seen })()',
  ),
  kept(
    'the SDK',
    '(function () { var sdk = require("postman-collection"); return [new sdk.Url("http://a.b/c?d=e").getHost(), sdk.QueryParam.parse("a=b"), new sdk.HeaderList(null, "A: b\\nC: d").toObject()] })()',
  ),
];

const SENDING: readonly Snippet[] = [
  test(
    'send',
    'pm.sendRequest(pm.environment.get("base") + "/json", function (error, response) { pm.test("sent", function () { pm.expect(error).to.equal(null); pm.expect(response).to.have.status(200); pm.expect(response.json().b.c).to.equal("d") }) })',
  ),
  test(
    'send an object',
    'pm.sendRequest({ url: pm.environment.get("base") + "/echo?x=1", method: "PUT", header: { "X-Own": "1", "Content-Type": "text/plain" }, body: { mode: "raw", raw: "the body" } }, function (error, response) { var echo = response.json(); pm.environment.set("echo", JSON.stringify([echo.method, echo.url, echo.own, echo.body])) })',
  ),
  test(
    'send a form',
    'pm.sendRequest({ url: pm.environment.get("base") + "/echo", method: "POST", header: ["Content-Type: application/x-www-form-urlencoded"], body: { mode: "urlencoded", urlencoded: [{ key: "a", value: "b c" }, { key: "d", value: "e", disabled: true }] } }, function (error, response) { pm.environment.set("form", response.json().body) })',
  ),
  test(
    'send nothing',
    'pm.sendRequest(null, function (error) { pm.environment.set("sent nothing", error.message) })',
  ),
  test(
    'send to nobody',
    'pm.sendRequest("http://127.0.0.1:1/", function (error, response) { pm.environment.set("nobody", Boolean(error)) })',
  ),
  test(
    'the jar',
    'var jar = pm.cookies.jar(); jar.set(pm.environment.get("base"), "own", "v 1", function (error) { jar.get(pm.environment.get("base"), "own", function (error, value) { pm.environment.set("jar", value); jar.unset(pm.environment.get("base"), "own", function () { jar.getAll(pm.environment.get("base"), function (error, cookies) { pm.environment.set("jar left", cookies.has("own")) }) }) }) })',
  ),
  test(
    'visualizer',
    'pm.visualizer.set("<b>{{x}}</b>", { x: 1 }); pm.visualizer.clear(); pm.test("bad template", function () { pm.visualizer.set(5) })',
  ),
  test('skip where it is none', 'pm.test("skip", function () { pm.execution.skipRequest() })'),
];

export const SNIPPETS: readonly Snippet[] = [
  ...RESPONSE,
  ...EXPECT,
  ...TESTS,
  ...VARIABLES,
  ...REQUEST,
  ...LIBRARIES,
  ...SENDING,
];
