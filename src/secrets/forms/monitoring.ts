// Keys of monitoring, analytics, feature flags, maps and other services.
import { prefixed, shaped, START, type SecretForm } from './contract.ts';

const WORD_TAIL = '(?![A-Za-z0-9])';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const monitoringForms: readonly SecretForm[] = [
  prefixed(['grafana', 'Grafana token'], 'glc_', '[A-Za-z0-9+/]{32,400}={0,2}', {
    source: 'gitleaks grafana-cloud-api-token',
    entropy: 3,
    hosts: ['grafana.com', 'grafana.net'],
  }),
  prefixed(['grafana', 'Grafana token'], 'glsa_', '[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}', {
    source: 'gitleaks grafana-service-account-token',
    hosts: ['grafana.com', 'grafana.net'],
  }),
  prefixed(['grafana', 'Grafana key'], 'eyJrIjoi', '[A-Za-z0-9]{70,400}={0,3}', {
    source: 'gitleaks grafana-api-key',
    entropy: 3,
    hosts: ['grafana.com', 'grafana.net'],
  }),
  prefixed(['newrelic', 'New Relic key'], 'NRAK- NRJS- NRII- NRRA- NRSP- NRAL-', '[A-Za-z0-9_-]{19,64}', {
    source: 'gitleaks new-relic-user-api-key, new-relic-insert-key',
    entropy: 2.8,
    hosts: ['newrelic.com', 'nr-data.net'],
  }),
  shaped(
    ['newrelic', 'New Relic license key'],
    new RegExp(`${START}[0-9a-f]{32}(?:[0-9a-f]{4}|FFFF)NRAL${WORD_TAIL}`, 'y'),
    { type: 'markers', markers: ['NRAL'], before: [36] },
    { source: 'docs.newrelic.com', hosts: ['newrelic.com', 'nr-data.net'] },
  ),
  prefixed(['sentry', 'Sentry token'], 'sntryu_', `[0-9a-f]{64}${WORD_TAIL}`, {
    source: 'gitleaks sentry-user-token',
    hosts: ['sentry.io'],
  }),
  prefixed(['sentry', 'Sentry token'], 'sntrys_', '[A-Za-z0-9+/=_-]{40,500}', {
    source: 'gitleaks sentry-org-token',
    entropy: 3.5,
    hosts: ['sentry.io'],
  }),
  prefixed(
    ['dynatrace', 'Dynatrace token'],
    'dt0c01. dt0s01. dt0s16. dt0s02. dt0s08.',
    '[A-Za-z0-9]{8,24}\\.[A-Za-z0-9]{64}',
    {
      source: 'gitleaks dynatrace-api-token',
      hosts: ['dynatrace.com'],
    },
  ),
  prefixed(['axiom', 'Axiom token'], 'xaat- xapt-', UUID, {
    source: 'axiom.co/docs',
    hosts: ['axiom.co'],
  }),
  prefixed(['pagerduty', 'PagerDuty key'], 'u+', '[A-Za-z0-9_+-]{18}(?![A-Za-z0-9_+-])', {
    source: 'developer.pagerduty.com',
    entropy: 3.5,
    validate: (match) => /\d/.test(match),
    hosts: ['pagerduty.com'],
  }),
  prefixed(['adafruit', 'Adafruit IO key'], 'aio_', `[A-Za-z0-9]{28}${WORD_TAIL}`, {
    source: 'gitleaks adafruit-api-key, io.adafruit.com/api/docs',
    hosts: ['adafruit.com'],
  }),
  prefixed(['honeycomb', 'Honeycomb key'], 'hcaik_ hcbik_ hcamk_', '[a-z0-9]{58,64}', {
    source: 'docs.honeycomb.io',
    hosts: ['honeycomb.io'],
  }),
  prefixed(['posthog', 'PostHog personal key'], 'phx_ phs_', `[A-Za-z0-9]{40,64}${WORD_TAIL}`, {
    source: 'posthog.com/docs',
    hosts: ['posthog.com'],
  }),
  prefixed(['launchdarkly', 'LaunchDarkly key'], 'sdk- api- mob-', UUID, {
    source: 'docs.launchdarkly.com',
    entropy: 2.8,
    hosts: ['launchdarkly.com'],
  }),
  prefixed(
    ['cloudinary', 'Cloudinary credentials'],
    'cloudinary://',
    '\\d{10,20}:[A-Za-z0-9_-]{20,40}@[a-z0-9_-]{1,60}',
    {
      source: 'detect-secrets CloudinaryDetector, cloudinary.com/documentation',
      secretPart: (match) => [match.indexOf(':', 13) + 1, match.length - match.indexOf('@')],
      hosts: ['cloudinary.com'],
    },
  ),
  prefixed(
    ['mapbox', 'Mapbox token'],
    'sk.eyJ tk.eyJ',
    '[A-Za-z0-9_-]{30,300}\\.[A-Za-z0-9_-]{20,30}(?![A-Za-z0-9_-])',
    { source: 'docs.mapbox.com', hosts: ['mapbox.com'] },
  ),
  shaped(
    ['maxmind', 'MaxMind key'],
    new RegExp(`${START}[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])`, 'y'),
    { type: 'markers', markers: ['_mmk'], before: [36] },
    { source: 'gitleaks maxmind-license-key', hosts: ['maxmind.com'], entropy: 3 },
  ),
  prefixed(['contentful', 'Contentful token'], 'CFPAT-', '[A-Za-z0-9_-]{43}', {
    source: 'contentful.com/developers',
    hosts: ['contentful.com'],
  }),
  prefixed(['adobe', 'Adobe client secret'], 'p8e-', `[A-Za-z0-9]{32}${WORD_TAIL}`, {
    source: 'gitleaks adobe-client-secret',
    hosts: ['adobe.com', 'adobe.io'],
  }),
  prefixed(['dropbox', 'Dropbox token'], 'sl.', '(?:u\\.|B)?[A-Za-z0-9_=-]{100,1500}', {
    source: 'gitleaks dropbox-short-lived-api-token',
    entropy: 3.5,
    hosts: ['dropboxapi.com', 'dropbox.com'],
  }),
];
