// Matching: rules are compiled once for each change, an index finds those whose pattern matches, and each of these
// then looks at the rest of the request.
export { CompiledRule, type Decision } from './compiled-rule.ts';
export { RuleIndex, type IndexedRule } from './rule-index.ts';
export { ExchangeSubject, FlowSubject, type Subject } from './subject.ts';
