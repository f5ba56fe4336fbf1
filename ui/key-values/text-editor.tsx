// The editor of rows as text, loaded when it is first shown.
import { useEffect, useRef, useState } from 'react';
import CodeEdit from '../editor/code-edit.tsx';
import { variableExtensions } from '../editor/variable-extensions.ts';
import type { VariableSource } from '../editor/variable-source.ts';

interface TextEditorProps {
  readonly label: string;
  readonly value: string;
  readonly variables: VariableSource;
  readonly onChange: (value: string) => void;
}

function TextEditor({ variables, ...props }: TextEditorProps) {
  const latest = useRef(variables);
  useEffect(() => {
    latest.current = variables;
  }, [variables]);
  const [extensions] = useState(() => variableExtensions(() => latest.current));
  return <CodeEdit {...props} language="text" extensions={extensions} />;
}

// React.lazy takes the default export.
// eslint-disable-next-line no-restricted-syntax -- see above
export default TextEditor;
