// Shows the rules of the debugging tools: those that matched, those that nearly did, and why they did not.
import { useEffect, useState } from 'react';
import type { FlowDetail, RuleExplanation } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { locationFragment } from '../../../state/location.ts';
import { Badge, ToolIcon } from '../../../parts/index.ts';
import { isViewer } from '../../../state/mode.ts';
import shared from '../../../parts/content.module.css';
import css from './rules-tab.module.css';

interface State {
  readonly id: number;
  readonly rules: readonly RuleExplanation[];
  readonly error: string | null;
}

export function RulesTab({ detail }: { readonly detail: FlowDetail }) {
  return isViewer ? <MatchedRules detail={detail} /> : <ExplainedRules detail={detail} />;
}

/** Shows the rules recorded with the request; a recording does not hold the rules themselves. */
function MatchedRules({ detail: { matchedRules = [] } }: { readonly detail: FlowDetail }) {
  return (
    <div className={shared['scroll']}>
      {matchedRules.length === 0 && <p className={shared['hint']}>No rule had matched this request.</p>}
      <ul className={css['rules']}>
        {matchedRules.map((rule) => (
          <li key={rule.id}>
            <span>{rule.name}</span>
            <span className={css['ruleTool']}>{rule.tool}</span>
            <span className={css['ruleWhy']}>{rule.note}</span>
            <Badge tone="ok">Matched</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ExplainedRules({ detail }: { readonly detail: FlowDetail }) {
  const { id, matchedRules = [] } = detail;
  const [state, setState] = useState<State | null>(null);
  useEffect(() => {
    let isCurrent = true;
    rpc('ui.explain_rules', { id }).then(
      (rules) => isCurrent && setState({ id, rules, error: null }),
      (error: unknown) => isCurrent && setState({ id, rules: [], error: messageOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (state?.id !== id) return null;
  const nearby = state.rules.filter(({ result }) => result !== 'not');
  const applied = new Map(matchedRules.map((rule) => [rule.id, rule]));
  const rest = state.rules.length - nearby.length;
  return (
    <div className={shared['scroll']}>
      {state.error !== null && <p role="alert">{state.error}</p>}
      {state.rules.length === 0 && state.error === null && (
        <p className={shared['hint']}>There are no rules yet. Make one from this request with M.</p>
      )}
      <ul className={css['rules']}>
        {nearby.map((rule) => (
          <li key={rule.id}>
            <ToolIcon tool={rule.tool} title={rule.title} />
            <a href={locationFragment('tools', { tool: rule.tool, rule: rule.id })}>{rule.name}</a>
            <span className={css['ruleTool']}>{rule.title}</span>
            <span className={css['ruleWhy']}>{why(rule, applied.get(rule.id)?.note)}</span>
            <Verdict rule={rule} hasApplied={applied.has(rule.id)} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className={shared['hint']}>
          {rest === 1 ? '1 other rule does' : `${rest} other rules do`} not match.
        </p>
      )}
    </div>
  );
}

function why({ result, active, reasons }: RuleExplanation, note: string | undefined): string {
  if (note !== undefined) return note;
  if (result === 'nearly') return reasons.join(', ');
  return active ? '' : 'the rule or its tool is off; it would match';
}

function Verdict({ rule, hasApplied }: { readonly rule: RuleExplanation; readonly hasApplied: boolean }) {
  if (hasApplied) return <Badge tone="ok">Matched</Badge>;
  if (rule.result === 'nearly') return <Badge tone="warn">Near miss</Badge>;
  return <Badge>{rule.active ? 'Would match' : 'Off'}</Badge>;
}
