// Matching. Rules are compiled once for each change; an index finds those whose pattern matches a URL; each of these
// then tests its conditions.
export { CompiledRule, type Decision } from './compiled-rule.ts';
export { graphqlOperations } from './request-parts.ts';
export type { ResponseSubject } from './response-criteria.ts';
export { RuleIndex, type IndexedRule } from './rule-index.ts';
export { ExchangeSubject, FlowResponseSubject, FlowSubject, type Subject } from './subject.ts';
