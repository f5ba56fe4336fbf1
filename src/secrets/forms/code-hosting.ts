// Tokens of code hosting, package registries, builds and tools for developers.
import { asanaStarts } from './shared/match-starts.ts';
import { prefixed, shaped, START, type SecretForm } from './contract.ts';

const WORD_TAIL = '(?![A-Za-z0-9])';

const GITHUB = ['github.com', 'githubusercontent.com', 'ghcr.io', 'githubcopilot.com'];

export const codeForms: readonly SecretForm[] = [
  prefixed(['github', 'GitHub token'], 'ghp_ gho_ ghu_ ghs_ ghr_', `[A-Za-z0-9]{36,255}${WORD_TAIL}`, {
    source: 'gitleaks github-pat, github-oauth, github-app-token, github-refresh-token',
    hosts: GITHUB,
  }),
  prefixed(['github', 'GitHub token'], 'github_pat_', '[A-Za-z0-9_]{22,255}', {
    source: 'gitleaks github-fine-grained-pat',
    hosts: GITHUB,
  }),
  prefixed(
    ['gitlab', 'GitLab token'],
    'glpat- glptt- gldt- glrt- glrtr- glcbt- glft- glimt- glagent- gloas- glsoat- glffct- glwt-',
    '[A-Za-z0-9_.-]{20,300}',
    { source: 'gitleaks gitlab-pat and its family', hosts: ['gitlab.com'] },
  ),
  prefixed(['gitlab', 'GitLab runner token'], 'GR1348941', '[A-Za-z0-9_-]{20}', {
    source: 'gitleaks gitlab-rrt',
    hosts: ['gitlab.com'],
  }),
  prefixed(['bitbucket', 'Bitbucket app password'], 'ATBB', `[A-Za-z0-9]{32}${WORD_TAIL}`, {
    source: 'support.atlassian.com/bitbucket-cloud',
    hosts: ['bitbucket.org'],
  }),
  prefixed(['atlassian', 'Atlassian token'], 'ATATT3 ATCTT3 ATSTT3', '[A-Za-z0-9_=-]{50,300}', {
    source: 'gitleaks atlassian-api-token',
    hosts: ['atlassian.net', 'atlassian.com', 'bitbucket.org'],
  }),
  prefixed(['trello', 'Trello token'], 'ATTA', `[0-9a-f]{64}[0-9A-F]{8}${WORD_TAIL}`, {
    source: 'developer.atlassian.com/cloud/trello',
    hosts: ['trello.com'],
  }),
  prefixed(['npm', 'npm token'], 'npm_', `[A-Za-z0-9]{36}${WORD_TAIL}`, {
    source: 'gitleaks npm-access-token',
    hosts: ['npmjs.org', 'npmjs.com'],
  }),
  prefixed(['pypi', 'PyPI token'], 'pypi-', '[A-Za-z0-9_-]{40,1000}', {
    source: 'gitleaks pypi-upload-token',
    entropy: 3,
    hosts: ['pypi.org'],
  }),
  prefixed(['rubygems', 'RubyGems key'], 'rubygems_', `[0-9a-f]{48}${WORD_TAIL}`, {
    hosts: ['rubygems.org'],
  }),
  prefixed(['clojars', 'Clojars token'], 'CLOJARS_', `[a-z0-9]{60}${WORD_TAIL}`, { hosts: ['clojars.org'] }),
  prefixed(['crates', 'crates.io token'], 'cio', `[A-Za-z0-9]{32}${WORD_TAIL}`, {
    source: 'crates.io',
    entropy: 3.5,
    hosts: ['crates.io'],
  }),
  prefixed(['nuget', 'NuGet key'], 'oy2', `[a-z0-9]{43}${WORD_TAIL}`, {
    source: 'learn.microsoft.com/nuget',
    entropy: 3.3,
    hosts: ['nuget.org'],
  }),
  prefixed(['docker', 'Docker Hub token'], 'dckr_pat_ dckr_oat_', '[A-Za-z0-9_-]{27,40}', {
    source: 'docs.docker.com',
    hosts: ['docker.com', 'docker.io'],
  }),
  prefixed(['artifactory', 'Artifactory key'], 'AKCp', `[A-Za-z0-9]{69}${WORD_TAIL}`, {
    source: 'gitleaks artifactory-api-key',
    entropy: 3.5,
    hosts: ['jfrog.io'],
  }),
  prefixed(['artifactory', 'Artifactory token'], 'cmVmd', `[A-Za-z0-9]{59}${WORD_TAIL}`, {
    source: 'gitleaks artifactory-reference-token',
    entropy: 3.5,
    hosts: ['jfrog.io'],
  }),
  shaped(
    ['terraform', 'Terraform Cloud token'],
    new RegExp(`${START}[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9=_-]{60,70}`, 'y'),
    { type: 'markers', markers: ['.atlasv1.'], before: [14] },
    { source: 'gitleaks hashicorp-tf-api-token', hosts: ['terraform.io', 'hashicorp.com'] },
  ),
  prefixed(['circleci', 'CircleCI token'], 'CCIPAT_ CCIPRJ_', '[A-Za-z0-9]{16,30}_[0-9a-f]{40}', {
    source: 'circleci.com/docs',
    hosts: ['circleci.com'],
  }),
  prefixed(['buildkite', 'Buildkite token'], 'bkua_ bkaa_ bkat_ bkagent_', `[0-9a-f]{40}${WORD_TAIL}`, {
    source: 'buildkite.com/docs',
    hosts: ['buildkite.com'],
  }),
  prefixed(['octopus', 'Octopus Deploy key'], 'API-', '[A-Z0-9]{25,36}(?![A-Za-z0-9-])', {
    source: 'gitleaks octopus-deploy-api-key',
    entropy: 3,
    hosts: ['octopus.app'],
  }),
  prefixed(['harness', 'Harness token'], 'pat. sat.', '[A-Za-z0-9_-]{22}\\.[0-9a-f]{24}\\.[A-Za-z0-9]{20}', {
    source: 'gitleaks harness-api-key',
    hosts: ['harness.io'],
  }),
  prefixed(['sonar', 'SonarQube token'], 'squ_ sqp_ sqa_', `[0-9a-f]{40}${WORD_TAIL}`, {
    source: 'docs.sonarsource.com',
    hosts: ['sonarcloud.io'],
  }),
  prefixed(
    ['snyk', 'Snyk token'],
    'snyk_uat. snyk_sat.',
    '[a-z0-9]{8}\\.[A-Za-z0-9_-]{60,100}(?:\\.[A-Za-z0-9_-]{1,150})?',
    {
      source: 'docs.snyk.io',
      hosts: ['snyk.io'],
    },
  ),
  prefixed(['sourcegraph', 'Sourcegraph token'], 'sgp_ sgd_', '(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}', {
    hosts: ['sourcegraph.com'],
  }),
  prefixed(['postman', 'Postman key'], 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}', {
    hosts: ['postman.com', 'getpostman.com'],
  }),
  prefixed(['postman', 'Postman collection key'], 'PMAT-', '[0-9A-Z]{26}', {
    source: 'learning.postman.com',
    hosts: ['postman.com', 'getpostman.com'],
  }),
  prefixed(['readme', 'ReadMe key'], 'rdme_', '[a-z0-9]{60,80}', { hosts: ['readme.com', 'readme.io'] }),
  prefixed(['linear', 'Linear key'], 'lin_api_ lin_oauth_', `[A-Za-z0-9]{40,64}${WORD_TAIL}`, {
    hosts: ['linear.app'],
  }),
  prefixed(['notion', 'Notion token'], 'ntn_', `[0-9]{11}[A-Za-z0-9]{35}${WORD_TAIL}`, {
    hosts: ['notion.com', 'notion.so'],
  }),
  prefixed(['notion', 'Notion token'], 'secret_', `(?=[a-z]{0,42}[A-Z0-9])[A-Za-z0-9]{43}${WORD_TAIL}`, {
    source: 'developers.notion.com',
    entropy: 3.5,
    hosts: ['notion.com', 'notion.so'],
  }),
  prefixed(['clickup', 'ClickUp token'], 'pk_', `\\d{5,10}_[A-Z0-9]{32}${WORD_TAIL}`, {
    source: 'developer.clickup.com',
    hosts: ['clickup.com'],
  }),
  shaped(
    ['asana', 'Asana token'],
    new RegExp(`${START}[0-2]/\\d{16}(?:/\\d{16})?:[0-9a-f]{32}${WORD_TAIL}`, 'y'),
    {
      type: 'pair',
      first: /\d/,
      second: /:/,
      next: /[0-9a-f]/,
      distant: { at: 32, char: /[0-9a-f]/ },
      starts: asanaStarts,
    },
    { source: 'developers.asana.com', hosts: ['asana.com'] },
  ),
  prefixed(['airtable', 'Airtable token'], 'pat', `[A-Za-z0-9]{14}\\.[0-9a-f]{64}${WORD_TAIL}`, {
    source: 'gitleaks airtable-personnal-access-token',
    hosts: ['airtable.com'],
  }),
  prefixed(['figma', 'Figma token'], 'figd_ figu_ figo_ figoh_', '[A-Za-z0-9_-]{38,50}', {
    source: 'developers.figma.com',
    hosts: ['figma.com'],
  }),
  prefixed(['typeform', 'Typeform token'], 'tfp_', '[A-Za-z0-9_.=-]{40,70}', { hosts: ['typeform.com'] }),
  prefixed(['intra42', '42 intra secret'], 's-s4t2ud- s-s4t2af-', `[0-9a-f]{64}${WORD_TAIL}`, {
    source: 'gitleaks intra42-client-secret',
    hosts: ['intra.42.fr'],
  }),
  prefixed(['frameio', 'Frame.io token'], 'fio-u-', `[A-Za-z0-9_=-]{64}`, { hosts: ['frame.io'] }),
  prefixed(['settlemint', 'SettleMint token'], 'sm_aat_ sm_pat_ sm_sat_', `[A-Za-z0-9]{16}${WORD_TAIL}`),
];
