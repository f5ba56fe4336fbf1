// The editor of a rule, composed from the schema of its tool.
import { ArrowLeft, CircleX, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useCommands } from '../../commands/index.ts';
import { go } from '../../state/location.ts';
import { Badge, Button, IconButton } from '../../parts/index.ts';
import { useResource } from '../../state/resource.ts';
import { fieldId, FieldContext } from './fields/context.ts';
import { Control, Field } from './fields/field.tsx';
import { errorText, labelOf } from './model/labels.ts';
import { MatchFields } from './fields/match-fields.tsx';
import { changedValues } from './model/changed-values.ts';
import { hasEffect, type JsonSchema } from './model/schema.ts';
import { deleteRule, nameOf, saveDraft, type FieldError } from './model/actions.ts';
import { dropDraft, NEW, ruleForms, setDraft, type Draft, type ToolEntry } from './model/drafts.ts';
import type { DryRun } from './model/dry-run.ts';
import { Conflicts } from './conflicts.tsx';
import { ScriptField } from './script/script-field.tsx';
import css from './tools.module.css';

interface RuleEditorProps {
  readonly draft: Draft;
  readonly tool: ToolEntry;
  readonly dryRun: DryRun;
  /** The width in pixels; null to fill the available space. */
  readonly width: number | null;
  /** Returns to the list when the editor covers it; null when it does not. */
  readonly onClose: (() => void) | null;
}

export function RuleEditor({ draft, tool, dryRun, width, onClose }: RuleEditorProps) {
  const { value: forms } = useResource(ruleForms);
  const form = forms?.find((each) => each.tool === draft.tool);
  const schema = form?.schema ?? null;
  const save = useSave(draft, dryRun.error);
  const context = useMemo(
    () => ({ definitions: schema?.$defs ?? {}, error: save.error, Field, Control }),
    [schema, save.error],
  );
  if (schema === null || form === undefined) return null;
  const { rule } = draft;
  const set = (name: string, value: unknown): void =>
    setDraft(draft.tool, draft.id, changedValues(rule, name, value));
  const props = (name: string) => ({
    schema: schema.properties![name]!,
    name,
    path: name,
    value: rule[name],
    onChange: (value: unknown) => set(name, value),
  });
  return (
    <section
      className={css['editor']}
      style={width === null ? undefined : { width }}
      data-over={width === null}
      data-region
      aria-label={`Rule ${nameOf(rule)}`}
    >
      {draft.id === NEW && <FocusName />}
      <EditorHead draft={draft} save={save} onClose={onClose} />
      <div className={css['form']}>
        <Conflicts draft={draft} />
        <FieldContext.Provider value={context}>
          <Field {...props('name')} />
          <MatchFields schema={schema} rule={rule} result={dryRun.result} onChange={set} />
          <hr className={css['divider']} />
          {form.own
            .filter((name) => hasEffect(schema.properties?.[name] ?? {}, rule))
            .map((name) =>
              draft.tool === 'scripting' && name === 'code' ? (
                <ScriptField key={name} {...props(name)} rule={rule} matched={dryRun.result?.matched ?? []} />
              ) : (
                <Field key={name} {...props(name)} />
              ),
            )}
          <Field {...props('comment')} />
        </FieldContext.Provider>
      </div>
      <EditorFoot draft={draft} tool={tool} error={hiddenError(save.error, schema, rule)} />
    </section>
  );
}

/** Focuses the name of a new rule. */
function FocusName() {
  useEffect(() => document.getElementById(fieldId('name'))?.focus(), []);
  return null;
}

interface Save {
  readonly error: FieldError | null;
  /** True while there is nothing that can be saved. */
  readonly isOff: boolean;
  readonly run: () => void;
}

function useSave(draft: Draft, checked: FieldError | null): Save {
  const [refused, setRefused] = useState<{ readonly rule: unknown; readonly error: FieldError } | null>(null);
  // The app's rejection counts until the user changes something.
  const error = checked ?? (refused?.rule === draft.rule ? refused.error : null);
  const isOff = !draft.isChanged || draft.conflicts.length > 0;
  const save = async (): Promise<void> => {
    const failure = await saveDraft(draft);
    if (failure !== null) setRefused({ rule: draft.rule, error: failure });
  };
  return { error, isOff, run: () => void save() };
}

interface EditorHeadProps {
  readonly draft: Draft;
  readonly save: Save;
  readonly onClose: (() => void) | null;
}

function EditorHead({ draft, save, onClose }: EditorHeadProps) {
  const { tool, id, isChanged, rule } = draft;
  useCommands([
    {
      id: 'tools.save',
      title: 'Save rule',
      group: 'tools',
      keys: 'mod+s',
      inFields: true,
      // Also while an error is shown, which may be of what was there before: the app checks the rule.
      run: () => !save.isOff && save.run(),
    },
  ]);
  const revert = (): void => {
    dropDraft(tool, id);
    if (draft.saved === null) go('tools', { tool });
  };
  return (
    <div className={css['editorHead']}>
      {onClose !== null && <IconButton icon={ArrowLeft} label="Back to the rules" onClick={onClose} />}
      <h2>{nameOf(rule)}</h2>
      {isChanged && <Badge tone="warn">{id === NEW ? 'New' : 'Changed'}</Badge>}
      {isChanged && <Button onClick={revert}>{draft.saved === null ? 'Discard' : 'Revert'}</Button>}
      <Button kind="primary" keys="mod+s" disabled={save.isOff || save.error !== null} onClick={save.run}>
        Save
      </Button>
    </div>
  );
}

interface EditorFootProps {
  readonly draft: Draft;
  readonly tool: ToolEntry;
  /** An error about a field that is not shown. */
  readonly error: FieldError | null;
}

function EditorFoot({ draft, tool, error }: EditorFootProps) {
  return (
    <div className={css['editorFoot']}>
      {error === null ? (
        <span className={css['footText']}>{stateText(draft, tool)}</span>
      ) : (
        <span className={css['footError']} role="alert">
          <CircleX aria-hidden /> {error.field !== '' && `${labelOf(error.field)}: `}
          {errorText(error.message)}
        </span>
      )}
      {draft.saved !== null && (
        <Button
          kind="danger"
          size="small"
          icon={Trash2}
          onClick={() => void deleteRule(draft.tool, draft.saved!)}
        >
          Delete
        </Button>
      )}
    </div>
  );
}

function stateText({ id, rule }: Draft, { title, enabled }: ToolEntry): string {
  if (rule['enabled'] === false) return 'Off. Saving does not switch it on.';
  if (enabled) return '';
  return id === NEW ? `Saving switches ${title} on.` : `${title} is off, so this rule has no effect.`;
}

/** Returns the error if no field on the page can show it. */
function hiddenError(
  error: FieldError | null,
  { properties = {} }: JsonSchema,
  rule: Draft['rule'],
): FieldError | null {
  if (error === null) return null;
  const top = error.field.split(/[.[]/, 1)[0]!;
  const field = properties[top];
  return field === undefined || top === 'id' || !hasEffect(field, rule) ? error : null;
}
