// Names and phrases that the project no longer uses, with the ones that took their place: see docs/glossary.md.

export interface Retired {
  readonly pattern: RegExp;
  readonly use: string;
}

/** Identifiers, and file names in camel case; each pattern is tested against the whole name. */
export const retiredNames: readonly Retired[] = [
  { pattern: /^(?:MOST|LEAST)_/, use: 'MAX_ and MIN_' },
  { pattern: /^(?:most|least)$/, use: 'max and min' },
  { pattern: /^otherwise$/, use: 'fallback' },
  { pattern: /^hooked|Hooked|[tT]ouched/, use: 'intercepted' },
  { pattern: /[oO]nward/, use: 'UpstreamExchange' },
  { pattern: /^Wire|ProxyWire/, use: 'UpstreamConnection' },
  { pattern: /^(?:ways?|Ways?|WayOut|[a-z]+Ways?)$/, use: 'ProxyRoute, ProxyResolver or RequestDestination' },
  { pattern: /^RestingPlace$|^#?resting/, use: 'IdlePool, idle' },
  { pattern: /^divert(?:ed)?$/, use: 'connectOverride' },
  { pattern: /Passage/, use: 'RequestForwarder or ResponseForwarder' },
  { pattern: /^(?:WaitingBody|HeldMemory)$/, use: 'BufferableBody, BodyBufferBudget' },
  { pattern: /^(?:Teller|teller|Bell|bell)$/, use: 'UpdateThrottle' },
  { pattern: /^(?:ReadyAnswer|LocalAnswer)/, use: 'PrebuiltResponse, SyntheticResponse' },
  {
    pattern: /^(?:Gatherer|Requester|outsider|turnAway|turnedAway)/,
    use: 'WriteCoalescer, ClientHandle, denyClient',
  },
  { pattern: /^(?:Listening|LeafServers)$/, use: 'Listener, TlsTerminator' },
  { pattern: /[a-z]Lanes?$|^[lL]anes?$/, use: 'relay, worker or protocol pair' },
  { pattern: /^Marks$|^marks$/, use: 'timestamps, or match records' },
  { pattern: /^(?:Recent|shed|Shedding)$/, use: 'BoundedLog, evict' },
  {
    pattern: /(?<![dD]e)[fF]ault(?:s|y|Of|Text)?$|^[fF]ault[A-Z]/,
    use: 'error, or violation for broken framing',
  },
  { pattern: /[tT]rouble/, use: 'error' },
  {
    pattern: /^(?:Shelf|shelf|judgement|Judgement|judge|tryOut|foresee)$/,
    use: 'tool state, explain, dry run, compiled pipeline',
  },
  { pattern: /^(?:EngineRules|Refusals)$/, use: 'EngineConfig, CertificateRejections' },
  {
    pattern:
      /^(?:Looker|looker|Learner|learner|[a-z]*[lL]earnt|likeness|Said|Allowance|allowance|conclu(?:de|sion))$/,
    use: 'the names of insights and run in the glossary',
  },
  { pattern: /^(?:Surroundings|around|Filler)$/, use: 'run context, interpolator' },
  { pattern: /^breakCell$/, use: 'heapEnd' },
  { pattern: /^(?:Told|Asked|AskedRequest|anew)$/, use: 'a word of the field' },
];

/** Wording of comments, messages and documentation. */
export const retiredPhrases: readonly Retired[] = [
  { pattern: /\bstands? twice\b/i, use: 'duplicate' },
  { pattern: /\bis no (?:method|host|port|token|file|number|name|URL|text|status)\b/i, use: 'is not a …' },
  { pattern: /\bdid not open the way\b/i, use: 'refused the tunnel' },
  { pattern: /\bled elsewhere\b|\bleads? elsewhere\b/i, use: 'redirected' },
  { pattern: /\banew\b/i, use: 'again, or rebuilt' },
  { pattern: /\bin the hands of\b|\bexchanges? in hand\b/i, use: 'intercepted' },
  { pattern: /\bat hand\b/i, use: 'ready' },
  { pattern: /\bturned away\b/i, use: 'denied' },
];

/** A docstring says what the thing is or does: it opens with a verb or a noun phrase, not with a clause. */
export const headlessOpening =
  /^(?:What|Whether|Who|Whom|Whose|How|Where|Why|Of (?:the|a|an|each|what|those|this)\b)/;
