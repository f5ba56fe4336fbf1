// Values that refer to a secret without holding it: variables of the environment, settings, and calls that fetch one.

/** Characters of a value that are looked at. */
const AHEAD = 120;

/** The roots of expressions by which programs reach their settings; a word of a pass phrase is none of them. */
const ROOT =
  /^(?:process\.env|import\.meta\.env|Deno\.env|Bun\.env|os\.(?:environ|getenv)|System\.(?:getenv|getProperty)|ENV|std::env|env::var|Environment\.GetEnvironmentVariable|Rails\.(?:application|env)|\$_(?:ENV|SERVER)|secrets|vars?|props|config|settings|this|self|params|options|args|req|request|context|ctx|data|local|module)(?:\.|\[|\(|::|->)/;
const EXPRESSION = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*(?=$|[\s;,)\]}([])/;
/** A name, or a path of names, that is called or indexed with a text, or called with nothing. */
const CALL = /^(?:await |new )?[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*(?:[([]\s?\\*["'`]|\(\))/;
/** References of configuration files, quoted or not. */
const NAMED =
  /^(?:%[A-Za-z_]\w{0,60}%|!(?:env|ref|secret|sub|vault|getatt)\b|(?:env|vault|ssm|op|awssm|gcpsm|keyring):[\w./-])/i;

/** True when the value at an offset is a reference. */
export function isReference(text: string, start: number): boolean {
  const ahead = text.slice(start, start + AHEAD);
  if (NAMED.test(ahead)) return true;
  if (/["'`]/.test(text[start - 1] ?? '')) return false;
  return CALL.test(ahead) || (ROOT.test(ahead) && EXPRESSION.test(ahead));
}
