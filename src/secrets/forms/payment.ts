// Keys of payments, shops, shipping and finance.
import { prefixed, type SecretForm } from './contract.ts';

const WORD_TAIL = '(?![A-Za-z0-9])';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const paymentForms: readonly SecretForm[] = [
  prefixed(
    ['stripe', 'Stripe live key'],
    'sk_live_ rk_live_ sk_prod_ rk_prod_ sk_org_live_',
    `[0-9a-zA-Z]{16,247}${WORD_TAIL}`,
    {
      source: 'gitleaks stripe-access-token',
      hosts: ['stripe.com'],
    },
  ),
  prefixed(
    ['stripe-test', 'Stripe test key'],
    'sk_test_ rk_test_ sk_org_test_',
    `[0-9a-zA-Z]{16,247}${WORD_TAIL}`,
    {
      source: 'gitleaks stripe-access-token',
      severity: 'medium',
      hosts: ['stripe.com'],
    },
  ),
  prefixed(['stripe-webhook', 'Webhook signing secret'], 'whsec_', '[A-Za-z0-9+/]{24,100}={0,2}', {
    source: 'docs.stripe.com/webhooks',
    hosts: ['stripe.com'],
  }),
  prefixed(
    ['shopify', 'Shopify token'],
    'shpat_ shpca_ shppa_ shpss_ shptka_',
    `[0-9a-fA-F]{32}${WORD_TAIL}`,
    {
      source: 'gitleaks shopify-access-token and its family',
      hosts: ['myshopify.com', 'shopify.com'],
    },
  ),
  prefixed(['square', 'Square token'], 'sq0atp- sq0csp- sq0idp-', '[0-9A-Za-z_-]{22,64}', {
    source: 'gitleaks square-access-token, detect-secrets SquareOAuthDetector',
    hosts: ['squareup.com', 'squareupsandbox.com'],
  }),
  prefixed(['square', 'Square token'], 'EAAA', `(?=[\\w-]{0,60}\\d)[A-Za-z0-9_-]{60}(?![A-Za-z0-9_-])`, {
    source: 'gitleaks square-access-token',
    entropy: 3.5,
    hosts: ['squareup.com', 'squareupsandbox.com'],
  }),
  prefixed(
    ['braintree', 'Braintree token'],
    'access_token$',
    '(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}',
    {
      source: 'developer.paypal.com/braintree',
      hosts: ['braintreegateway.com', 'paypal.com'],
    },
  ),
  prefixed(['razorpay', 'Razorpay key'], 'rzp_live_ rzp_test_', `[A-Za-z0-9]{14}${WORD_TAIL}`, {
    source: 'razorpay.com/docs',
    severity: 'medium',
    hosts: ['razorpay.com'],
  }),
  prefixed(
    ['adyen', 'Adyen key'],
    'AQE',
    '[A-Za-z0-9]{5,30}[A-Za-z0-9+/=]{40,300}-[A-Za-z0-9+/=]{10,100}-[A-Za-z0-9^)({\\]:;,?!+$*&%#-]{8,60}',
    {
      source: 'docs.adyen.com',
      entropy: 4,
      hosts: ['adyen.com'],
    },
  ),
  prefixed(
    ['flutterwave', 'Flutterwave key'],
    'FLWSECK_TEST- FLWSECK- FLWPUBK_TEST-',
    '[a-hA-H0-9]{12,32}(?:-X)?',
    {
      source: 'gitleaks flutterwave-secret-key',
      hosts: ['flutterwave.com'],
    },
  ),
  prefixed(['plaid', 'Plaid token'], 'access-sandbox- access-development- access-production-', UUID, {
    source: 'gitleaks plaid-api-token',
    hosts: ['plaid.com'],
  }),
  prefixed(['duffel', 'Duffel token'], 'duffel_test_ duffel_live_', '[A-Za-z0-9_=-]{43}', {
    hosts: ['duffel.com'],
  }),
  prefixed(['easypost', 'EasyPost key'], 'EZAK EZTK', `[A-Za-z0-9]{54}${WORD_TAIL}`, {
    hosts: ['easypost.com'],
  }),
  prefixed(['shippo', 'Shippo token'], 'shippo_live_ shippo_test_', `[0-9a-fA-F]{40}${WORD_TAIL}`, {
    hosts: ['goshippo.com'],
  }),
  prefixed(
    ['checkout', 'Checkout.com key'],
    'sk_ sk_sbox_',
    `(?:${UUID}|[a-z2-7]{26}[a-z2-7*#$=])(?![A-Za-z0-9_])`,
    {
      source: 'checkout.com/docs',
      entropy: 3,
      hosts: ['checkout.com'],
    },
  ),
  prefixed(
    ['mollie', 'Mollie key'],
    'live_ test_',
    `(?=[A-Za-z]{0,29}\\d)(?=[a-z0-9]{0,29}[A-Z])[A-Za-z0-9]{30}(?![A-Za-z0-9_])`,
    {
      source: 'docs.mollie.com',
      entropy: 3.5,
      hosts: ['mollie.com'],
    },
  ),
  prefixed(['paypal', 'PayPal access token'], 'A21AA', '[A-Za-z0-9_-]{80,100}', {
    source: 'developer.paypal.com/api/rest',
    entropy: 3.5,
    hosts: ['paypal.com'],
  }),
  prefixed(['lob', 'Lob key'], 'live_ test_', '(?:pub_)?[0-9a-f]{31,35}(?![A-Za-z0-9_])', {
    source: 'gitleaks lob-api-key',
    entropy: 3,
    hosts: ['lob.com'],
  }),
];
