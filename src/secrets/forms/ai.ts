// Keys of services for language models and machine learning.
import { prefixed, type SecretForm } from './contract.ts';

const TAIL = '(?![A-Za-z0-9_-])';

export const aiForms: readonly SecretForm[] = [
  prefixed(['anthropic', 'Anthropic key'], 'sk-ant-', '[A-Za-z0-9_-]{20,255}', {
    source: 'gitleaks anthropic-api-key, anthropic-admin-api-key',
    hosts: ['anthropic.com', 'claude.ai'],
  }),
  prefixed(['openrouter', 'OpenRouter key'], 'sk-or-', `[A-Za-z0-9_-]{20,128}${TAIL}`, {
    source: 'openrouter.ai/docs',
    hosts: ['openrouter.ai'],
  }),
  prefixed(['langsmith', 'LangSmith key'], 'lsv2_pt_ lsv2_sk_ ls__', '[A-Za-z0-9_]{20,80}', {
    source: 'docs.smith.langchain.com',
    hosts: ['langchain.com'],
  }),
  prefixed(['langfuse', 'Langfuse key'], 'sk-lf- pk-lf-', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', {
    source: 'langfuse.com/docs',
    hosts: ['langfuse.com'],
  }),
  prefixed(['openai', 'OpenAI key'], 'sk-', '(?:proj-|svcacct-|admin-|None-)?[A-Za-z0-9_-]{20,255}', {
    source: 'gitleaks openai-api-key',
    entropy: 3,
    hosts: ['openai.com', 'deepseek.com', 'stability.ai', 'aliyuncs.com', 'moonshot.cn'],
  }),
  prefixed(['openai-session', 'OpenAI session key'], 'sess-', `[A-Za-z0-9]{40}${TAIL}`, {
    source: 'platform.openai.com',
    hosts: ['openai.com'],
  }),
  prefixed(['huggingface', 'Hugging Face token'], 'hf_ api_org_', `[A-Za-z0-9]{30,64}${TAIL}`, {
    source: 'gitleaks huggingface-access-token',
    hosts: ['huggingface.co', 'hf.co', 'hf.space'],
  }),
  prefixed(['groq', 'Groq key'], 'gsk_', `[A-Za-z0-9]{40,64}${TAIL}`, {
    source: 'console.groq.com/docs',
    hosts: ['groq.com'],
  }),
  prefixed(['xai', 'xAI key'], 'xai-', `[A-Za-z0-9]{60,100}${TAIL}`, {
    source: 'docs.x.ai',
    hosts: ['x.ai'],
  }),
  prefixed(['perplexity', 'Perplexity key'], 'pplx-', `[A-Za-z0-9]{40,64}${TAIL}`, {
    hosts: ['perplexity.ai'],
  }),
  prefixed(['replicate', 'Replicate token'], 'r8_', `[A-Za-z0-9]{37,40}${TAIL}`, {
    source: 'replicate.com/docs',
    hosts: ['replicate.com'],
  }),
  prefixed(['nvidia', 'NVIDIA key'], 'nvapi-', '[A-Za-z0-9_-]{60,70}', {
    source: 'build.nvidia.com',
    hosts: ['nvidia.com'],
  }),
  prefixed(['fireworks', 'Fireworks key'], 'fw_', `[A-Za-z0-9]{20,40}${TAIL}`, {
    source: 'docs.fireworks.ai',
    entropy: 3,
    hosts: ['fireworks.ai'],
  }),
  prefixed(['tavily', 'Tavily key'], 'tvly-', '(?:dev-|prod-)?[A-Za-z0-9]{28,40}', {
    source: 'docs.tavily.com',
    hosts: ['tavily.com'],
  }),
  prefixed(['voyage', 'Voyage key'], 'pa-', `[A-Za-z0-9_-]{43}${TAIL}`, {
    source: 'docs.voyageai.com',
    entropy: 4,
    hosts: ['voyageai.com'],
  }),
  prefixed(['pinecone', 'Pinecone key'], 'pcsk_', '[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,70}', {
    source: 'docs.pinecone.io',
    hosts: ['pinecone.io'],
  }),
  prefixed(['elevenlabs', 'ElevenLabs key'], 'sk_', `[0-9a-f]{48}${TAIL}`, {
    source: 'elevenlabs.io/docs',
    hosts: ['elevenlabs.io'],
  }),
  prefixed(['together', 'Together AI key'], 'tgp_v1_', `[A-Za-z0-9_-]{40,64}${TAIL}`, {
    source: 'docs.together.ai',
    hosts: ['together.ai', 'together.xyz'],
  }),
  prefixed(['cerebras', 'Cerebras key'], 'csk-', `[a-z0-9]{40,64}${TAIL}`, {
    source: 'inference-docs.cerebras.ai',
    entropy: 3,
    hosts: ['cerebras.ai'],
  }),
  prefixed(['wandb', 'Weights & Biases key'], 'wandb_v1_', `[A-Za-z0-9_]{60,100}${TAIL}`, {
    source: 'docs.wandb.ai',
    hosts: ['wandb.ai'],
  }),
  prefixed(['jina', 'Jina AI key'], 'jina_', `[A-Za-z0-9_-]{60}${TAIL}`, {
    source: 'jina.ai',
    entropy: 3,
    hosts: ['jina.ai'],
  }),
  prefixed(['llamacloud', 'LlamaCloud key'], 'llx-', `[A-Za-z0-9]{40,64}${TAIL}`, {
    source: 'docs.cloud.llamaindex.ai',
    entropy: 3,
    hosts: ['llamaindex.ai'],
  }),
  prefixed(['brave', 'Brave Search key'], 'BSA', `(?=[A-Za-z_-]{0,27}\\d)[A-Za-z0-9_-]{27,28}${TAIL}`, {
    source: 'api-dashboard.search.brave.com',
    entropy: 3.8,
    hosts: ['brave.com'],
  }),
  prefixed(['e2b', 'E2B key'], 'e2b_', `[0-9a-f]{40}${TAIL}`, { source: 'e2b.dev/docs', hosts: ['e2b.dev'] }),
  prefixed(['firecrawl', 'Firecrawl key'], 'fc-', `[0-9a-f]{32}${TAIL}`, {
    source: 'docs.firecrawl.dev',
    hosts: ['firecrawl.dev'],
  }),
];
