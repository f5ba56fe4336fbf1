// Recognizes values that refer to a secret without holding it: environment variables, settings, and calls that fetch
// one.

/** The number of characters of a value that are checked. */
const AHEAD = 120;

/** The roots of expressions with which programs read their settings. No word of a pass phrase is one of them. */
const ROOT =
  /^(?:process\.env|import\.meta\.env|Deno\.env|Bun\.env|os\.(?:environ|getenv)|System\.(?:getenv|getProperty)|ENV|std::env|env::var|Environment\.GetEnvironmentVariable|Rails\.(?:application|env)|\$_(?:ENV|SERVER)|secrets|vars?|props|config|settings|this|self|params|options|args|req|request|context|ctx|data|local|module)(?:\.|\[|\(|::|->)/;
const EXPRESSION = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*(?=$|[\s;,)\]}([])/;
/** A name, or a path of names, that is called or indexed with a text, or called with nothing. */
const CALL = /^(?:await |new )?[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*(?:[([]\s?\\*["'`]|\(\))/;
/** A call with names, as in `createToken(auth, key)`; a password ends there seldom. */
const CALL_OF_NAMES =
  /^(?:await |new )?[A-Za-z_$][\w$]*(?:(?:\??\.|::|->)[#A-Za-z_$][\w$]*)*\((?:[A-Za-z_$#[{!.][^()\r\n]*|\d{1,3})?\)(?=$|[\s;,.)\]}?])/;
/** The rest of a line of a program: a name or a type of several words, and the sign that ends a statement or a member. */
const STATEMENT =
  /^(?=[A-Z]|[a-z]+[A-Z.]|[\w$]{1,40}(?:\[\])? =[ \r\n])[A-Za-z_$][A-Za-z_$.#]*(?:\[\])?(?:[;,](?:\s*[\r\n]|$)| =[ \r\n])/;
/** A declaration, whose unquoted value is an expression. */
const DECLARED = /(?:^|[\s({;])(?:const|let|var|val|final|auto)\s+[\w$]*$/;
/** References of configuration files, quoted or not. */
const NAMED =
  /^(?:%[A-Za-z_]\w{0,60}%|!(?:env|ref|secret|sub|vault|getatt)\b|(?:env|vault|ssm|op|awssm|gcpsm|keyring):[\w./-])/i;

/** The beginning of the name of a resource of AWS, whose part `secret:` says of which kind it is. */
const RESOURCE = /\barn:[\w-]{1,20}:[\w-]{1,40}:[\w-]{0,30}:\d{0,12}:[\w-]{1,40}:$/;

/** True when the value at an offset is a reference. `nameEnd`: where the name before it ends. */
export function isReference(text: string, start: number, nameEnd: number): boolean {
  const ahead = text.slice(start, start + AHEAD);
  if (NAMED.test(ahead)) return true;
  if (RESOURCE.test(text.slice(Math.max(0, nameEnd - 160), start))) return true;
  if (/["'`]/.test(text[start - 1] ?? '')) return false;
  if (/^[A-Za-z_$]/.test(ahead) && DECLARED.test(text.slice(Math.max(0, nameEnd - 80), nameEnd)))
    return /^[\w$.#?!]*[(;.[ ]/.test(ahead);
  if (CALL_OF_NAMES.test(ahead)) return true;
  // Without a space before it, it may be the end of a connection string.
  if (text[start - 1] === ' ' && STATEMENT.test(ahead)) return true;
  return CALL.test(ahead) || (ROOT.test(ahead) && EXPRESSION.test(ahead));
}
