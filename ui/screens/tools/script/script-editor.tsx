// The editor of a script, loaded when it is first needed.
import CodeEdit from '../../../editor/code-edit.tsx';
import { scriptExtensions } from './completion.ts';

interface ScriptEditorProps {
  readonly value: string;
  readonly problem: string | null;
  readonly onChange: (value: string) => void;
}

function ScriptEditor({ value, problem, onChange }: ScriptEditorProps) {
  return (
    <CodeEdit
      label="Script"
      language="javascript"
      value={value}
      extensions={scriptExtensions}
      problem={problem}
      onChange={onChange}
    />
  );
}

// React.lazy takes the default export.
// eslint-disable-next-line no-restricted-syntax -- see above
export default ScriptEditor;
