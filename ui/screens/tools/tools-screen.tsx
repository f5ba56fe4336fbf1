// The tools screen: the tools at the left, the rules of one with their matches in the middle, and the editor.
import { useEffect } from 'react';
import { go } from '../../state/location.ts';
import { Sash } from '../../parts/index.ts';
import { toolList } from '../../state/app.ts';
import { useMedia } from '../../state/media.ts';
import { createPreference, isNumber } from '../../state/preferences.ts';
import { useResource } from '../../state/resource.ts';
import { useStore } from '../../state/store.ts';
import type { ScreenProps } from '../contract.ts';
import { TransferButtons } from './transfer.tsx';
import { textOf } from './model/schema.ts';
import { draftFromRequest } from './model/actions.ts';
import { useDraft } from './model/drafts.ts';
import { useDryRun } from './model/dry-run.ts';
import { Matches } from './matches.tsx';
import { RuleCommands } from './rule-commands.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { RuleList } from './rule-list.tsx';
import { ToolList } from './tool-list.tsx';
import css from './tools.module.css';

const EDITOR_WIDTH = 536;
const editorWidth = createPreference('tools.editor', EDITOR_WIDTH, isNumber);
const matchesHeight = createPreference('tools.matches', 314, isNumber);

function ToolsScreen({ params }: ScreenProps) {
  const { value: tools, error } = useResource(toolList);
  const name = params['tool'] ?? 'breakpoint';
  const tool = tools?.find((each) => each.tool === name) ?? tools?.[0];
  const from = Number(params['from'] ?? 0);
  useEffect(() => {
    if (from > 0) void draftFromRequest(name, from);
  }, [name, from]);
  if (tools === null || tool === undefined)
    return error === null ? null : <p className={css['failed']}>The tools cannot be loaded: {error}</p>;
  const rule = params['rule'] ?? textOf(tool.rules[0]?.['id']);
  return (
    <div className={css['screen']}>
      <ToolList tools={tools} current={tool} />
      <Panes key={`${tool.tool}/${rule}`} tool={tool} ruleId={rule} isChosen={params['rule'] !== undefined} />
      <TransferButtons />
    </div>
  );
}

interface PanesProps {
  readonly tool: Parameters<typeof RuleList>[0]['tool'];
  readonly ruleId: string;
  /** True when the URL names the rule; false when the first rule is shown by default. */
  readonly isChosen: boolean;
}

function Panes({ tool, ruleId, isChosen }: PanesProps) {
  const draft = useDraft(tool, ruleId);
  const dryRun = useDryRun(tool.tool, draft?.rule ?? null);
  const isNarrow = useMedia('(max-width: 1279px)');
  const width = useStore(editorWidth);
  const height = useStore(matchesHeight);
  const isOver = isNarrow && draft !== null && isChosen;
  return (
    <>
      <RuleCommands tool={tool} draft={draft} />
      <div className={css['center']} inert={isOver}>
        <RuleList tool={tool} currentId={ruleId} draft={draft} />
        {draft !== null && (
          <>
            <Sash
              label="Height of the matches"
              orientation="horizontal"
              {...{ size: height, min: 120, max: 520, initial: 314, reverse: true }}
              onResize={matchesHeight.set}
            />
            <Matches height={height} name={String(draft.rule['name'])} result={dryRun.result} />
          </>
        )}
      </div>
      {draft !== null && (!isNarrow || isOver) && (
        <>
          {!isNarrow && (
            <Sash
              label="Width of the editor"
              orientation="vertical"
              {...{ size: width, min: 420, max: 760, initial: EDITOR_WIDTH, reverse: true }}
              onResize={editorWidth.set}
            />
          )}
          <RuleEditor
            draft={draft}
            tool={tool}
            dryRun={dryRun}
            width={isNarrow ? null : width}
            onClose={isNarrow ? () => go('tools', { tool: tool.tool }) : null}
          />
        </>
      )}
    </>
  );
}

// React.lazy takes the default export.
// eslint-disable-next-line no-restricted-syntax -- see above
export default ToolsScreen;
