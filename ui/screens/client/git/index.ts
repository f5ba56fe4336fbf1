// The workspace under Git.
export { GitFoot } from './git-foot.tsx';
export { gitStatus, useGitLetters } from './git-status.ts';
