// Keys of clouds, hosting, databases and infrastructure.
import { azureKeys, azureSignature } from './azure-keys.ts';
import { prefixed, shaped, START, type SecretForm } from './contract.ts';

const TAIL = '(?![A-Za-z0-9_-])';
const WORD_TAIL = '(?![A-Za-z0-9])';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const YANDEX = ['yandex.net', 'yandex.ru', 'yandex.com', 'yandexcloud.net'];

export const cloudForms: readonly SecretForm[] = [
  prefixed(['aws', 'AWS access key'], 'AKIA ASIA ABIA ACCA', '[A-Z0-9]{16}(?![A-Z0-9])', {
    source: 'gitleaks aws-access-token',
    entropy: 2.5,
    allow: /EXAMPLE$/,
    hosts: ['amazonaws.com', 'amazonaws.com.cn', 'aws.amazon.com', 'r2.cloudflarestorage.com'],
  }),
  prefixed(
    ['aws-session', 'AWS session token'],
    'IQoJb3JpZ2luX2Vj FwoGZXIvYXdz',
    '[A-Za-z0-9+/]{100,2000}={0,2}',
    {
      source: 'docs.aws.amazon.com/STS',
      hosts: ['amazonaws.com', 'amazonaws.com.cn', 'aws.amazon.com'],
    },
  ),
  prefixed(['aws-bedrock', 'AWS Bedrock key'], 'ABSK bedrock-api-key-', '[A-Za-z0-9+/]{80,269}={0,2}', {
    source: 'gitleaks aws-amazon-bedrock-api-key-long-lived',
    hosts: ['amazonaws.com'],
  }),
  prefixed(['google', 'Google API key'], 'AIza', `[0-9A-Za-z_-]{35}${TAIL}`, {
    source: 'gitleaks gcp-api-key',
    allow: /^AIzaSyabcdefghijklmnopqrstuvwxyz1234567$/,
    entropy: 3,
    hosts: ['googleapis.com', 'google.com', 'gstatic.com', 'firebaseio.com', 'firebase.com'],
  }),
  prefixed(['google-oauth', 'Google OAuth token'], 'ya29.', '[0-9A-Za-z_-]{20,1000}', {
    source: 'detect-secrets, developers.google.com',
    hosts: ['googleapis.com', 'google.com'],
  }),
  prefixed(['google-refresh', 'Google refresh token'], '1//0', '[0-9A-Za-z_-]{30,200}', {
    source: 'developers.google.com/identity',
    hosts: ['googleapis.com', 'google.com'],
  }),
  prefixed(['google-code', 'Google authorization code'], '4/0A', `[0-9A-Za-z_-]{60,120}${TAIL}`, {
    source: 'developers.google.com/identity',
    severity: 'medium',
    hosts: ['googleapis.com', 'google.com'],
  }),
  prefixed(['google-client-secret', 'Google client secret'], 'GOCSPX-', `[0-9A-Za-z_-]{28}${TAIL}`, {
    source: 'developers.google.com/identity',
    hosts: ['googleapis.com', 'google.com'],
  }),
  prefixed(['azure', 'Azure storage key'], 'AccountKey=', '[A-Za-z0-9+/]{60,100}={0,2}', {
    source: 'detect-secrets AzureStorageKeyDetector',
    secretPart: () => ['AccountKey='.length, 0],
    hosts: ['core.windows.net'],
  }),
  prefixed(
    ['azure-shared-key', 'Azure shared access key'],
    'SharedAccessKey=',
    '[A-Za-z0-9+/]{40,100}={0,2}',
    {
      source: 'learn.microsoft.com/azure',
      secretPart: () => ['SharedAccessKey='.length, 0],
      hosts: ['windows.net', 'azure-devices.net'],
    },
  ),
  shaped(
    ['azure-client-secret', 'Azure client secret'],
    new RegExp(`${START}[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])`, 'y'),
    { type: 'markers', markers: ['Q~'], before: [4] },
    { source: 'gitleaks azure-ad-client-secret', hosts: ['microsoftonline.com', 'azure.com'], entropy: 3 },
  ),
  ...azureKeys,
  azureSignature,
  prefixed(['alibaba', 'Alibaba access key'], 'LTAI', `[A-Za-z0-9]{12,24}${WORD_TAIL}`, {
    source: 'gitleaks alibaba-access-key-id',
    hosts: ['aliyuncs.com'],
  }),
  prefixed(['tencent', 'Tencent secret id'], 'AKID', `[A-Za-z0-9]{32}${WORD_TAIL}`, {
    source: 'cloud.tencent.com/document',
    hosts: ['tencentcloudapi.com', 'myqcloud.com'],
  }),
  prefixed(['yandex', 'Yandex key'], 'AQVN', '[A-Za-z0-9_-]{35,38}', {
    source: 'gitleaks yandex-api-key',
    hosts: YANDEX,
  }),
  prefixed(['yandex', 'Yandex token'], 't1.', '[A-Za-z0-9_-]{20,1000}={0,2}\\.[A-Za-z0-9_-]{86}={0,2}', {
    source: 'gitleaks yandex-access-token',
    hosts: YANDEX,
  }),
  prefixed(['digitalocean', 'DigitalOcean token'], 'doo_v1_ dop_v1_ dor_v1_', `[0-9a-f]{64}${WORD_TAIL}`, {
    source: 'gitleaks digitalocean-pat',
    hosts: ['digitalocean.com'],
  }),
  prefixed(['cloudflare', 'Cloudflare token'], 'cfk_ cfut_ cfat_', `[A-Za-z0-9_-]{40,60}${TAIL}`, {
    source: 'developers.cloudflare.com/fundamentals/api/get-started/token-formats',
    hosts: ['cloudflare.com'],
  }),
  prefixed(['cloudflare-ca', 'Cloudflare Origin CA key'], 'v1.0-', '[a-f0-9]{24}-[a-f0-9]{146}', {
    source: 'gitleaks cloudflare-origin-ca-key',
    hosts: ['cloudflare.com'],
  }),
  prefixed(['flyio', 'Fly.io token'], 'fo1_ fm1a_ fm1r_ fm2_', '[A-Za-z0-9+/_-]{43,800}={0,3}', {
    source: 'gitleaks flyio-access-token',
    hosts: ['fly.io', 'machines.dev'],
  }),
  prefixed(['heroku', 'Heroku key'], 'HRKU-', `(?:AA[0-9A-Za-z_-]{58}|${UUID})`, {
    source: 'gitleaks heroku-api-key-v2, devcenter.heroku.com',
    hosts: ['heroku.com'],
  }),
  prefixed(['netlify', 'Netlify token'], 'nfp_ nfc_ nfo_ nfu_', `[A-Za-z0-9]{36}${WORD_TAIL}`, {
    source: 'docs.netlify.com',
    hosts: ['netlify.com'],
  }),
  prefixed(['vercel', 'Vercel token'], 'vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_', '[A-Za-z0-9_]{24,80}', {
    source: 'vercel.com/docs',
    entropy: 3,
    hosts: ['vercel.com'],
  }),
  prefixed(['scalingo', 'Scalingo token'], 'tk-us-', `[A-Za-z0-9_-]{48}${TAIL}`, { hosts: ['scalingo.com'] }),
  prefixed(['render', 'Render key'], 'rnd_', `[A-Za-z0-9]{28,40}${WORD_TAIL}`, {
    source: 'render.com/docs',
    entropy: 3,
    hosts: ['render.com'],
  }),
  prefixed(['supabase', 'Supabase token'], 'sbp_ sb_secret_', '[A-Za-z0-9_-]{31,60}', {
    source: 'supabase.com/docs',
    hosts: ['supabase.com', 'supabase.co'],
  }),
  prefixed(
    ['planetscale', 'PlanetScale token'],
    'pscale_tkn_ pscale_oauth_ pscale_pw_',
    '[A-Za-z0-9_=.-]{32,64}',
    {
      source: 'gitleaks planetscale-api-token',
      hosts: ['planetscale.com', 'psdb.cloud'],
    },
  ),
  prefixed(['neon', 'Neon key'], 'napi_', `[a-z0-9]{64}${WORD_TAIL}`, {
    source: 'neon.tech/docs',
    hosts: ['neon.tech'],
  }),
  prefixed(['neon', 'Neon password'], 'npg_', `(?=[a-z]{0,11}[A-Z0-9])[A-Za-z0-9]{12}${WORD_TAIL}`, {
    source: 'neon.tech/docs',
    entropy: 3,
    hosts: ['neon.tech'],
  }),
  prefixed(['clickhouse', 'ClickHouse key'], '4b1d', `[A-Za-z0-9]{38}${WORD_TAIL}`, {
    source: 'gitleaks clickhouse-cloud-api-secret-key',
    entropy: 3,
    hosts: ['clickhouse.cloud'],
  }),
  prefixed(['databricks', 'Databricks token'], 'dapi dkea', `[0-9a-f]{32}(?:-\\d)?${WORD_TAIL}`, {
    source: 'gitleaks databricks-api-token',
    hosts: ['databricks.com', 'azuredatabricks.net'],
  }),
  prefixed(['vault', 'Vault token'], 'hvs. hvb. hvr.', `[A-Za-z0-9_-]{24,300}${TAIL}`, {
    source: 'gitleaks vault-service-token, vault-batch-token',
    entropy: 3,
  }),
  prefixed(
    ['vault-legacy', 'Vault token'],
    's.',
    `(?=[A-Za-z]{0,23}\\d)(?=[a-z0-9]{0,23}[A-Z])[A-Za-z0-9]{24}(?![A-Za-z0-9_.(-])`,
    {
      source: 'gitleaks vault-service-token',
      entropy: 3.5,
    },
  ),
  prefixed(
    ['doppler', 'Doppler token'],
    'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.',
    '(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}',
    {
      source: 'gitleaks doppler-api-token',
      hosts: ['doppler.com'],
    },
  ),
  prefixed(['pulumi', 'Pulumi token'], 'pul-', `[0-9a-f]{40}${WORD_TAIL}`, { hosts: ['pulumi.com'] }),
  prefixed(['infracost', 'Infracost key'], 'ico-', `[A-Za-z0-9]{32}${WORD_TAIL}`, {
    hosts: ['infracost.io'],
  }),
  prefixed(['prefect', 'Prefect token'], 'pnu_', `[A-Za-z0-9]{36}${WORD_TAIL}`, {
    hosts: ['prefect.io', 'prefect.cloud'],
  }),
  prefixed(['openshift', 'OpenShift token'], 'sha256~', '[A-Za-z0-9_-]{43}', { entropy: 3.5 }),
  prefixed(['dnkey', 'Defined Networking token'], 'dnkey-', '[a-z0-9=_-]{26}-[a-z0-9=_-]{52}', {
    hosts: ['defined.net'],
  }),
  prefixed(
    ['tailscale', 'Tailscale key'],
    'tskey-',
    '(?:api|auth|client|scim|webhook)-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{20,50}',
    {
      source: 'tailscale.com/kb',
      hosts: ['tailscale.com'],
    },
  ),
  prefixed(
    ['authress', 'Authress key'],
    'sc_ ext_ scauth_ authress_',
    '[A-Za-z0-9]{5,30}\\.[A-Za-z0-9]{4,6}\\.acc[_-][A-Za-z0-9-]{10,32}\\.[A-Za-z0-9+/_=-]{30,120}',
    {
      hosts: ['authress.io'],
    },
  ),
  prefixed(['1password', '1Password service token'], 'ops_eyJ', '[A-Za-z0-9+/]{200,1000}={0,3}', {
    source: 'gitleaks 1password-service-account-token',
    hosts: ['1password.com'],
  }),
  prefixed(
    ['1password-key', '1Password secret key'],
    'A3-',
    '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}',
    {
      source: 'gitleaks 1password-secret-key',
      entropy: 3,
      hosts: ['1password.com'],
    },
  ),
  prefixed(['age', 'age secret key'], 'AGE-SECRET-KEY-1', '[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}', {
    source: 'gitleaks age-secret-key',
  }),
];
