// Decides by the name of a field, parameter, header or cookie whether its value is a secret. A name is read by its
// parts: the last word says what the value is, the words before it say whose.

export type NameKind = 'password' | 'token' | 'key' | 'session' | 'card';

export interface NamedSecret {
  readonly kind: NameKind;
  /** True for a name that means a secret only in a context, or with a random value: `key`, `code`, `pin`. */
  readonly isWeak: boolean;
  /** True for what is redacted but not worth a finding, such as tokens against request forgery. */
  readonly isRedactOnly: boolean;
  /** True when the name tells the provider of a key too, as in `DATADOG_API_KEY`. */
  readonly isProvider: boolean;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Words that end a name of a secret. Glued names such as `dbpassword` end with them too. */
const PASSWORDS = words(`password passwd passwort kennwort passphrase passcode pwd pw psk otp totp mnemonic
  motdepasse contrasena senha wachtwoord parola salasana heslo jelszo lozinka adgangskode passord losenord
  requirepass masterauth`);
const TOKENS = words(`token jwt bearer authorization assertion credential cred otp totp apitoken accesstoken
  refreshtoken idtoken authtoken sessiontoken authheader samlresponse pat csrf xsrf authz cookie`);
/** Those that mean something else as often: only a random value is one. */
const WEAK_TOKENS = words('pat cred assertion');
const KEYS = words(`secret apikey secretkey accesskey privatekey authkey signingkey encryptionkey masterkey
  servicekey licensekey subscriptionkey accountkey storagekey clientsecret appkey appsecret keymaterial`);
const GLUED =
  /(?:password|passwd|passwort|passphrase|passcode|pwd|(?<!max|min|n)token|secret|apikey|privatekey|secretkey|accesskey|authkey|credential|sessionid|authcode)$/;

/** Words behind a secret's name that leave it a secret. */
const TRAILERS = words(`confirmation confirm again repeat repeated retype verify verification new old current
  previous value val raw plain plaintext hash hashed digest salt encrypted base64 b64 str string hex
  primary secondary backup live prod production staging dev test sandbox default base hint v1 v2 1 2 3 id`);

/** Words before "key" that make it one that opens something. */
const KEY_OWNERS =
  words(`api app access secret private signing sign encryption encrypt crypto master service auth
  account storage subscription license licence deploy deployment ssh shared client consumer webhook admin root write
  read ingest session security hmac functions function host gpg pgp rsa aes jwt token user server cloud project
  integration publish personal mgmt management maps cdn tls ssl decryption recovery unseal write bot x`);
/** Words before "code" that make it one that lets somebody in. */
const CODE_OWNERS =
  words(`auth authorization authorisation verification verify otp mfa 2fa tfa sms security reset
  activation recovery backup device pairing unlock login signin passwordless magic totp onetime time one pass secret
  access confirmation`);
const PASS_OWNERS =
  words(`db database smtp mail email imap mysql pg postgres redis mongo user root admin login account
  ftp sftp http auth basic proxy ldap rabbitmq amqp sql wifi key cert keystore truststore my new old become ssh
  sudo vault connection broker mqtt`);
const PASS_WORDS = words('pass seed recovery mnemonic');
const PIN_OWNERS = words(
  `card user login auth bank atm sim account transaction debit credit security secret`,
);
const SIGNERS = words(`amz goog ms azure cloudfront hub gitlab stripe aws presigned`);

/** Services whose name before "key", "token" or "secret" says that it is theirs. */
const PROVIDERS =
  words(`adafruit adobe airtable algolia alibaba anthropic artifactory asana atlassian auth0 aws azure
  beamer bitbucket bittrex circleci cloudflare cloudinary codecov cohere coinbase confluence confluent contentful
  databricks datadog deepgram deepseek digitalocean discord docker dockerhub doppler droneci dropbox dynatrace elastic
  elevenlabs etsy facebook fastly figma finicity finnhub firebase flickr flutterwave freshbooks gcp gemini github gitlab
  gitter google grafana groq heroku hubspot huggingface infura instagram intercom jenkins jfrog jira kraken kucoin
  launchdarkly linear linkedin lob mailchimp mailgun mapbox mattermost messagebird mistral mongodb netlify newrelic
  notion npm nvidia nytimes okta openai openrouter openweather pagerduty paypal perplexity pinecone plaid planetscale
  postman pusher pypi rapidapi razorpay readme replicate rollbar sendbird sendgrid sentry shippo shopify slack snowflake
  snyk sonar spotify square squarespace stripe sumologic supabase tavily telegram together travis trello twilio twitch
  twitter typeform vault vercel voyage xai yandex zendesk relic`);

/** Words before a token that continues a list, and before counts of tokens. */
const NOT_TOKENS =
  words(`page next continuation sync cursor pagination skip previous prev max min total prompt
  completion input output num count used reasoning cached audio image accepted rejected predicted thinking budget limit
  remaining design stop eos bos pad unk cancellation special n resume watch change sep mask thoughts candidates`);
/** Words before "key" that make it a name of data. */
const SAFE_KEYS =
  words(`public publishable foreign primary sort partition cache idempotency object s3 hot row index
  natural schema sequence translation i18n site dictionary map query pub group routing message composite react state
  storage unique order range hash license_plate websocket turn`);

const SAFE_CODES = words('error status country zip postal currency language lang http exit response');
const CARDS = words('card cc');
const VERIFIERS = words('code oauth');
const SESSION_OWNERS = words('connect session php asp express');

/** Words that begin names of what is true or false: `isSecret`, `has_password`, `withCredentials`. */
const QUESTIONS = words('is has needs requires should allows includes include exposes supports matches with');

const MAX_NAME = 100;

/** Names that are remembered, since traffic repeats few; a hostile text may hold a million. */
const MAX_JUDGED = 20_000;
const judged = new Map<string, NamedSecret | null>();

/** Returns what a name says about its value; null for a name without a meaning. */
export function namedSecret(name: string): NamedSecret | null {
  if (name.length > MAX_NAME) return null;
  const known = judged.get(name);
  if (known !== undefined) return known;
  const found = meaningOf(name);
  if (judged.size >= MAX_JUDGED) judged.clear();
  // A copy, since a part of a text keeps the whole text in memory.
  judged.set(Buffer.from(name).toString(), found);
  return found;
}

function meaningOf(name: string): NamedSecret | null {
  const parts = wordsOf(name);
  // The id of a session is the session, as far as a server is concerned.
  if (/(?:^|[^a-z])sess(?:ion)?[-_ ]?id$/i.test(name) && parts.length < 5)
    return { kind: 'session', isWeak: false, isRedactOnly: false, isProvider: false };
  if (parts.length > 1 && QUESTIONS.has(parts[0]!)) return null;
  while (parts.length > 1 && TRAILERS.has(parts.at(-1)!) && isTrailing(parts)) parts.pop();
  const last = parts.at(-1);
  if (last === undefined) return null;
  const kind = kindOf(last, parts.slice(0, -1));
  if (kind === null) return null;
  const isForgery = parts.some((part) =>
    /^(?:csrf|xsrf|authenticity|forgery|antiforgery|csrfmiddleware\w*)$/.test(part),
  );
  return {
    kind: kind.kind,
    isWeak: kind.isWeak === true,
    isRedactOnly: isForgery || kind.isRedactOnly === true,
    isProvider: parts.some((part) => PROVIDERS.has(part)),
  };
}

/** An id behind a token names it, but a session id and the id of an access key are secrets of their own. */
function isTrailing(parts: readonly string[]): boolean {
  const [before = '', last = ''] = parts.slice(-2);
  if (last === 'hint') return before === 'token';
  if (last !== 'id') return true;
  return (
    before === 'session' ||
    before === 'sess' ||
    (before === 'key' && parts.includes('access')) ||
    (before === 'secret' && !parts.includes('user'))
  );
}

type Found = Pick<NamedSecret, 'kind'> & { readonly isWeak?: true; readonly isRedactOnly?: true };

function kindOf(last: string, before: readonly string[]): Found | null {
  const owns = (owners: ReadonlySet<string>): boolean => before.some((part) => owners.has(part));
  const noun = PASSWORDS.has(last) || TOKENS.has(last) || KEYS.has(last) ? last : singular(last);
  if (/^(?:token|bearer)$/.test(noun) && owns(NOT_TOKENS)) return null;
  if (noun === 'pw' && !isOwnedBy(before)) return null;
  if (PASSWORDS.has(noun)) return { kind: 'password' };
  if (noun === 'phrase' && owns(PASS_WORDS)) return { kind: 'password' };
  if (noun === 'passe' && before.includes('mot')) return { kind: 'password' };
  if (noun === 'chiave' && before.includes('parola')) return { kind: 'password' };
  if (KEYS.has(noun)) return { kind: 'key' };
  if (/^(?:cvv2?|cvc2?|cardnumber|ccnumber|ccnum)$/.test(noun)) return { kind: 'card' };
  if (noun === 'number' && owns(CARDS) && !before.includes('report')) return { kind: 'card' };
  if (TOKENS.has(noun)) return WEAK_TOKENS.has(noun) ? { kind: 'token', isWeak: true } : { kind: 'token' };
  return nounInContext(noun, before, owns) ?? gluedKind(noun);
}

/** True for words before `pw`: two letters also end names that chance makes. */
function isOwnedBy(before: readonly string[]): boolean {
  return before.every((word) => /^[a-z]{3,}$/.test(word) || PASS_OWNERS.has(word));
}

function nounInContext(
  noun: string,
  before: readonly string[],
  owns: (owners: ReadonlySet<string>) => boolean,
): Found | null {
  const isAlone = before.length === 0;
  switch (noun) {
    case 'key':
      if (owns(SAFE_KEYS) && !before.includes('secret') && !before.includes('private')) return null;
      return owns(KEY_OWNERS) || owns(PROVIDERS)
        ? { kind: 'key' }
        : { kind: 'key', isWeak: true, isRedactOnly: true };
    case 'code':
      if (owns(SAFE_CODES)) return null;
      if (owns(CODE_OWNERS)) return { kind: 'token' };
      return isAlone ? { kind: 'token', isWeak: true, isRedactOnly: true } : null;
    case 'verifier':
      return owns(VERIFIERS) ? { kind: 'token' } : null;
    case 'pass':
      return owns(PASS_OWNERS) ? { kind: 'password' } : { kind: 'password', isWeak: true };
    case 'pin':
      return owns(PIN_OWNERS) ? { kind: 'password' } : { kind: 'password', isWeak: true, isRedactOnly: true };
    case 'pincode':
      return { kind: 'password', isWeak: true, isRedactOnly: true };
    case 'session':
    case 'sess':
      return { kind: 'session', isWeak: true, isRedactOnly: true };
    case 'sid':
    case 'sessionid':
    case 'sessid':
    case 'phpsessid':
    case 'jsessionid':
      return noun === 'sid' && !isAlone && !owns(SESSION_OWNERS)
        ? null
        : { kind: 'session', ...(noun === 'sid' && { isWeak: true, isRedactOnly: true }) };
    case 'auth':
      return { kind: 'token', isWeak: true, isRedactOnly: true };
    case 'sig':
    case 'signature':
    case 'hmac':
      return owns(SIGNERS)
        ? { kind: 'key', isRedactOnly: true }
        : { kind: 'key', isWeak: true, isRedactOnly: true };
    case 'answer':
      return before.includes('security') ? { kind: 'password' } : null;
    case 'response':
      return before.includes('saml') ? { kind: 'token' } : null;
    case 'creds':
      return { kind: 'token' };
    default:
      return null;
  }
}

function gluedKind(noun: string): Found | null {
  const found = GLUED.exec(noun)?.[0];
  if (found === undefined || /^(?:max|min|num|next|page|total|prompt|completion|non)/.test(noun)) return null;
  if (/^(?:pass|pwd)/.test(found)) return { kind: 'password' };
  if (found === 'sessionid') return { kind: 'session' };
  return /key|secret/.test(found) ? { kind: 'key' } : { kind: 'token' };
}

/** Splits at separators and at changes of case; digits stay with the word before them. */
function wordsOf(name: string): string[] {
  // `contraseña` is read as `contrasena`.
  const plain = /[^\0-\x7f]/.test(name) ? name.normalize('NFD').replaceAll(/\p{M}/gu, '') : name;
  return plain
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .flatMap((word) => joined(word))
    .filter((word) => word !== '');
}

/** A number behind a word counts fields, as in `password2`. */
function joined(word: string): readonly string[] {
  const [, text, number] = /^([a-z]{3,}?)(\d)$/.exec(word) ?? [];
  return text === undefined || number === undefined || /^(?:cvv|cvc|auth)$/.test(text)
    ? [word]
    : [text, number];
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|us|is)$/.test(word) ? word : word.replace(/s$/, '');
}

/** True for the name of a cookie that identifies the user. */
export function isSessionCookie(name: string): boolean {
  if (/csrf|xsrf/i.test(name)) return false;
  if (/sess(?:ion)?|(?:^|[-_.])(?:sid|auth|jwt|login|remember)|(?:auth|token|jwt|sid)$|^\.aspnet/i.test(name))
    return true;
  const found = namedSecret(name);
  return found !== null && !found.isWeak;
}
