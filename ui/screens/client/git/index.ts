// The workspace under Git.
export { GitFoot } from './git-foot.tsx';
export { gitStatus } from './git-status.ts';
