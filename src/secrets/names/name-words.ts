// The words that names of secrets are made of.

/** Returns the words of a text, with and without their accents, because names are written either way. */
function words(text: string): ReadonlySet<string> {
  return new Set(
    text
      .trim()
      .split(/\s+/)
      .flatMap((word) => [word, withoutAccents(word)]),
  );
}

export function withoutAccents(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize('NFD').replaceAll(/\p{M}/gu, '') : text;
}

/** Words that end a name of a secret. */
export const PASSWORDS =
  words(`password passwd passwort kennwort passphrase passcode pwd pw psk otp totp mnemonic
  motdepasse contraseña senha wachtwoord parola salasana heslo jelszó lozinka adgangskode passord lösenord
  requirepass masterauth`);
export const TOKENS =
  words(`token jwt bearer authorization assertion credential cred otp totp apitoken accesstoken
  refreshtoken idtoken authtoken sessiontoken authheader samlresponse pat csrf xsrf authz cookie`);
export const KEYS =
  words(`secret apikey secretkey accesskey privatekey authkey signingkey encryptionkey masterkey
  servicekey licensekey subscriptionkey accountkey storagekey clientsecret appkey appsecret keymaterial`);
export const CARD_CODES = words('cvv cvv2 cvc cvc2 cardnumber ccnumber ccnum');
/** Words that may end a longer word without a separator, as in `dbpassword`. */
export const GLUED =
  words(`password passwd passwort passphrase passcode pwd token secret apikey privatekey secretkey
  accesskey authkey credential sessionid authcode`);
/** Words for tokens that as often mean something else: only a random value is a token. */
export const WEAK_TOKENS = words('pat cred assertion');

/** Words that may follow the name of a secret without changing its meaning. */
export const TRAILERS =
  words(`confirmation confirm again repeat repeated retype verify verification new old current
  previous value val raw plain plaintext hash hashed digest salt encrypted base64 b64 str string hex
  primary secondary backup live prod production staging dev test sandbox default base hint v1 v2 1 2 3 id`);

/** Words before "key" that make it a key that gives access. */
export const KEY_OWNERS =
  words(`api app access secret private signing sign encryption encrypt crypto master service auth
  account storage subscription license licence deploy deployment ssh shared client consumer webhook admin root write
  read ingest session security hmac functions function host gpg pgp rsa aes jwt token user server cloud project
  integration publish personal mgmt management maps cdn tls ssl decryption recovery unseal write bot x`);
/** Words before "code" that make it a code that gives access. */
export const CODE_OWNERS =
  words(`auth authorization authorisation verification verify otp mfa 2fa tfa sms security reset
  activation recovery backup device pairing unlock login signin passwordless magic totp onetime time one pass secret
  access confirmation`);
export const PASS_OWNERS =
  words(`db database smtp mail email imap mysql pg postgres redis mongo user root admin login account
  ftp sftp http auth basic proxy ldap rabbitmq amqp sql wifi key cert keystore truststore my new old become ssh
  sudo vault connection broker mqtt`);
export const PASS_WORDS = words('pass seed recovery mnemonic');
export const PIN_OWNERS = words(
  `card user login auth bank atm sim account transaction debit credit security secret`,
);
export const SIGNERS = words(`amz goog ms azure cloudfront hub gitlab stripe aws presigned`);

/** Services whose name before "key", "token" or "secret" names the provider. */
export const PROVIDERS =
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

/** Words before "token" for tokens that continue a list, and for counts of tokens. */
export const NOT_TOKENS =
  words(`page next continuation sync cursor pagination skip previous prev max min total prompt
  completion input output num count used reasoning cached audio image accepted rejected predicted thinking budget limit
  remaining design stop eos bos pad unk cancellation special n resume watch change sep mask thoughts candidates`);
/** Words before "key" that make it a name of data. */
export const SAFE_KEYS =
  words(`public publishable foreign primary sort partition cache idempotency object s3 hot row index
  natural schema sequence translation i18n site dictionary map query pub group routing message composite react state
  storage unique order range hash license_plate websocket turn`);

export const SAFE_CODES = words('error status country zip postal currency language lang http exit response');
export const CARDS = words('card cc');
export const VERIFIERS = words('code oauth');
export const SESSION_OWNERS = words('connect session php asp express');
/** Words that begin names of booleans: `isSecret`, `has_password`, `withCredentials`. */
export const QUESTIONS = words(
  'is has needs requires should allows includes include exposes supports matches with',
);
