// Tokens of chat, mail, telephony and social networks.
import { botStarts, discordStarts, dottedStarts } from './shared/match-starts.ts';
import { prefixed, shaped, START, type SecretForm } from './contract.ts';

const WORD_TAIL = '(?![A-Za-z0-9])';
const SLACK = ['slack.com'];

export const messagingForms: readonly SecretForm[] = [
  prefixed(
    ['slack', 'Slack token'],
    'xoxe.xoxb- xoxe.xoxp- xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd-',
    '[A-Za-z0-9%-]{10,255}',
    {
      source: 'gitleaks slack-bot-token and its family',
      hosts: SLACK,
      validate: (match) => /\d/.test(match.slice(5)),
    },
  ),
  prefixed(['slack', 'Slack app token'], 'xapp-', '\\d-[A-Za-z0-9-]{10,255}', {
    source: 'gitleaks slack-app-token',
    hosts: SLACK,
  }),
  prefixed(
    ['slack-webhook', 'Slack webhook'],
    'hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/',
    '[A-Za-z0-9+/]{24,80}',
    {
      source: 'gitleaks slack-webhook-url',
      allow: /T0{6}|X{6}/,
      hosts: SLACK,
      secretPart: (match) => [match.indexOf('/', 16) + 1, 0],
    },
  ),
  prefixed(
    ['teams-webhook', 'Teams webhook'],
    'webhook.office.com/webhookb2/',
    '[0-9a-z-]{36}@[0-9a-z-]{36}/IncomingWebhook/[0-9a-z]{32}/[0-9a-z-]{36}(?:/[A-Za-z0-9_-]{1,100})?',
    {
      source: 'gitleaks microsoft-teams-webhook',
      secretPart: () => ['webhook.office.com/webhookb2/'.length, 0],
      hosts: ['webhook.office.com'],
    },
  ),
  prefixed(
    ['discord-webhook', 'Discord webhook'],
    'discord.com/api/webhooks/ discordapp.com/api/webhooks/',
    '\\d{17,20}/[A-Za-z0-9_-]{60,80}',
    {
      source: 'discord.com/developers',
      secretPart: (match) => [match.lastIndexOf('/') + 1, 0],
      hosts: ['discord.com', 'discordapp.com'],
    },
  ),
  prefixed(
    ['zapier-webhook', 'Zapier webhook'],
    'hooks.zapier.com/hooks/catch/',
    '\\d{1,12}/[A-Za-z0-9]{5,12}',
    {
      source: 'zapier.com/help',
      allow: /\/12345?6?\//,
      secretPart: (match) => [match.lastIndexOf('/') + 1, 0],
      entropy: 1.5,
      hosts: ['zapier.com'],
    },
  ),
  prefixed(
    ['make-webhook', 'Make webhook'],
    'hook.eu1.make.com/ hook.eu2.make.com/ hook.us1.make.com/ hook.us2.make.com/ hook.integromat.com/',
    `[a-z0-9]{30,40}${WORD_TAIL}`,
    { source: 'help.make.com', secretPart: (match) => [match.indexOf('/') + 1, 0], hosts: ['make.com'] },
  ),
  prefixed(
    ['ifttt-webhook', 'IFTTT webhook'],
    'maker.ifttt.com/trigger/',
    '[^/\\s"\']{1,100}/(?:json/)?with/key/[A-Za-z0-9_-]{20,50}',
    {
      source: 'help.ifttt.com',
      secretPart: (match) => [match.lastIndexOf('/') + 1, 0],
      hosts: ['ifttt.com'],
    },
  ),
  shaped(
    ['discord', 'Discord bot token'],
    new RegExp(
      `${START}[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])`,
      'y',
    ),
    {
      type: 'pair',
      first: /[A-Za-z0-9_-]/,
      second: /\./,
      distant: { at: 7, char: /\./ },
      starts: discordStarts,
    },
    {
      source: 'detect-secrets DiscordBotTokenDetector',
      hosts: ['discord.com', 'discordapp.com'],
      entropy: 3.5,
    },
  ),
  shaped(
    ['telegram', 'Telegram bot token'],
    new RegExp(`(?<!\\d)\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])`, 'y'),
    { type: 'pair', first: /\d/, second: /:/, next: /A/, starts: botStarts },
    {
      source: 'gitleaks telegram-bot-api-token, detect-secrets TelegramBotTokenDetector',
      hosts: ['telegram.org'],
    },
  ),
  prefixed(['twilio', 'Twilio key'], 'SK', '[0-9a-f]{32}(?![A-Za-z0-9])', {
    source: 'gitleaks twilio-api-key, detect-secrets TwilioKeyDetector',
    entropy: 2.8,
    hosts: ['twilio.com'],
  }),
  prefixed(['sendgrid', 'SendGrid key'], 'SG.', '[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}', {
    source: 'gitleaks sendgrid-api-token',
    hosts: ['sendgrid.com'],
  }),
  prefixed(['brevo', 'Brevo key'], 'xkeysib- xsmtpsib-', '[0-9a-f]{64}-[A-Za-z0-9]{16}', {
    source: 'gitleaks sendinblue-api-token',
    hosts: ['brevo.com', 'sendinblue.com'],
  }),
  prefixed(['mailgun', 'Mailgun key'], 'key- pubkey-', `[0-9a-f]{32}${WORD_TAIL}`, {
    source: 'gitleaks mailgun-private-api-token',
    entropy: 2.8,
    hosts: ['mailgun.net', 'mailgun.org'],
  }),
  shaped(
    ['mailgun', 'Mailgun key'],
    new RegExp(`${START}[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9-])`, 'y'),
    { type: 'pair', first: /[0-9a-f]/, second: /-/, distant: { at: 9, char: /-/ }, starts: dottedStarts(32) },
    { source: 'gitleaks mailgun-signing-key', hosts: ['mailgun.net', 'mailgun.org'], entropy: 2.8 },
  ),
  shaped(
    ['mailchimp', 'Mailchimp key'],
    new RegExp(`${START}[0-9a-f]{32}-us\\d{1,2}(?![A-Za-z0-9-])`, 'y'),
    { type: 'markers', markers: ['-us'], before: [32] },
    {
      source: 'gitleaks mailchimp-api-key, detect-secrets MailchimpDetector',
      hosts: ['mailchimp.com'],
      entropy: 2.8,
    },
  ),
  prefixed(['mandrill', 'Mandrill key'], 'md-', `[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])`, {
    source: 'mailchimp.com/developer',
    entropy: 3.8,
    hosts: ['mandrillapp.com'],
  }),
  prefixed(['resend', 'Resend key'], 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9_])', {
    source: 'resend.com/docs',
    entropy: 3,
    hosts: ['resend.com'],
  }),
  prefixed(
    ['facebook', 'Facebook token'],
    'EAAM EAAC EAAG EAAB EAAJ EAAI',
    `[A-Za-z0-9]{80,400}${WORD_TAIL}`,
    {
      source: 'gitleaks facebook-page-access-token',
      entropy: 3.5,
      hosts: ['facebook.com', 'instagram.com', 'whatsapp.com'],
    },
  ),
  prefixed(['instagram', 'Instagram token'], 'IGQV IGAA', '[A-Za-z0-9_-]{80,400}', {
    source: 'developers.facebook.com',
    entropy: 3.5,
    hosts: ['instagram.com', 'facebook.com'],
  }),
  prefixed(['twitter', 'X bearer token'], 'AAAAAAAAAAAAAAAAAAAAA', 'A[A-Za-z0-9%]{70,120}', {
    source: 'gitleaks twitter-bearer-token',
    hosts: ['twitter.com', 'x.com'],
  }),
  prefixed(['firebase', 'Firebase messaging key'], 'AAAA', '[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{134}', {
    source: 'firebase.google.com/docs',
    hosts: ['googleapis.com'],
  }),
  prefixed(['intercom', 'Intercom token'], 'dG9rO', '[A-Za-z0-9+/=]{54,60}', {
    source: 'developers.intercom.com',
    entropy: 3.5,
    hosts: ['intercom.io'],
  }),
  prefixed(
    ['hubspot', 'HubSpot token'],
    'pat-na1- pat-na2- pat-na3- pat-eu1- pat-ap1-',
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    {
      source: 'developers.hubspot.com',
      hosts: ['hubapi.com', 'hubspot.com'],
    },
  ),
  prefixed(['onesignal', 'OneSignal key'], 'os_v2_app_ os_v2_org_', `[a-z0-9]{80,110}${WORD_TAIL}`, {
    source: 'documentation.onesignal.com',
    hosts: ['onesignal.com'],
  }),
  prefixed(['twitch', 'Twitch token'], 'oauth:', `[a-z0-9]{30}${WORD_TAIL}`, {
    source: 'dev.twitch.tv/docs',
    entropy: 3,
    hosts: ['twitch.tv'],
  }),
  prefixed(['salesforce', 'Salesforce session'], '00D', '[A-Za-z0-9]{12,15}![A-Za-z0-9_.]{80,140}', {
    source: 'developer.salesforce.com',
    hosts: ['salesforce.com', 'force.com'],
  }),
  shaped(
    ['bearer-token', 'Bearer token'],
    new RegExp(`${START}(?:[Bb]earer|BEARER)(?: |%20|\\+)[A-Za-z0-9._~+/-]{16,4000}={0,2}`, 'y'),
    { type: 'markers', markers: ['Bearer', 'bearer', 'BEARER'] },
    {
      source: 'RFC 6750',
      severity: 'medium',
      secretPart: (match) => [/^.{6}(?: |%20|\+)/.exec(match)![0].length, 0],
      validate: (match) => /\d/.test(match),
      entropy: 2.8,
    },
  ),
  shaped(
    ['basic', 'Basic credentials'],
    new RegExp(`${START}(?:[Bb]asic|ApiKey)(?: |%20|\\+)[A-Za-z0-9+/]{6,400}={0,2}(?![A-Za-z0-9+/=])`, 'y'),
    { type: 'markers', markers: ['Basic', 'basic', 'ApiKey'] },
    {
      source: 'RFC 7617, elastic.co/docs',
      severity: 'medium',
      validate: isCredentials,
      secretPart: (match) => [/^[A-Za-z]+(?: |%20|\+)/.exec(match)![0].length, 0],
      entropy: 0,
    },
  ),
];

/** Returns true when the text after the scheme is a name and a password in Base64. */
function isCredentials(match: string): boolean {
  const coded = match.replace(/^[A-Za-z]+(?: |%20|\+)/, '');
  return /^[\x20-\x7e]{1,200}:[\x20-\x7e]{1,200}$/.test(Buffer.from(coded, 'base64').toString('latin1'));
}
