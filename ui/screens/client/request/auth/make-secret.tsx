// Offers to keep a token or password out of the file: a secret variable takes its place.
import { KeyRound } from 'lucide-react';
import type { VariableSource } from '../../../../editor/variable-source.ts';
import { Button } from '../../../../parts/index.ts';
import { createSecret } from '../../model/variables.ts';
import { secretName, type SecretValue } from './secret-values.ts';

interface MakeSecretProps {
  /** The field or header, which names the variable. */
  readonly name: string;
  readonly value: SecretValue;
  readonly variables: VariableSource;
  /** Gets the text with the variable, and the former one when it is taken back. */
  readonly onChange: (text: string) => void;
}

export function MakeSecret({ name, value: { scheme, secret }, variables, onChange }: MakeSecretProps) {
  const make = async (): Promise<void> => {
    const variable = secretName(
      name,
      variables.variables.map((each) => each.name),
    );
    const isMade = await createSecret(variable, secret, () => onChange(`${scheme}${secret}`));
    if (isMade) onChange(`${scheme}{{${variable}}}`);
  };
  return (
    <Button size="small" icon={KeyRound} onClick={() => void make()}>
      Make it a secret
    </Button>
  );
}
