// Parts of a JSON value by a path such as `$.items[0].name`, `items[*].id`, `$..id` or `$.items[?(@.id == 2)].name`.

type Step =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'all' }
  | { readonly type: 'deep'; readonly name: string }
  | { readonly type: 'filter'; readonly path: string; readonly operator: string; readonly operand: string };

const STEP =
  /\.\.([\p{L}\p{N}_$-]+|\*)|\.?\[\s*(?:(-?\d+)|(\*)|"([^"]*)"|'([^']*)'|\?\(\s*@\.?([\w.]*)\s*(?:(==|!=|<=|>=|<|>)\s*([^)]*?))?\s*\))\s*\]|\.?(\*)|\.?([\p{L}\p{N}_$@-]+)/uy;

/** Returns the only value, or a list where the path may lead to several; undefined for none. */
export function valueAt(value: unknown, path: string): unknown {
  const steps = stepsOf(path.replace(/^\$(?=$|[.[])/, ''));
  if (steps === null) return undefined;
  const found = steps.reduce<readonly unknown[]>(
    (values, step) => values.flatMap((each) => taken(each, step)),
    [value],
  );
  return found.length > 1 ? found : found[0];
}

/** Returns null for a path that cannot be read. */
function stepsOf(path: string): readonly Step[] | null {
  const steps: Step[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const found = STEP.exec(path);
    if (found === null) return null;
    steps.push(stepOf(found));
  }
  return steps;
}

function stepOf([
  ,
  deep,
  index,
  all,
  double,
  single,
  path,
  operator = '',
  operand = '',
  star,
  name,
]: RegExpExecArray): Step {
  if (deep !== undefined) return { type: 'deep', name: deep };
  if (index !== undefined) return { type: 'index', index: Number(index) };
  if (all !== undefined || star !== undefined) return { type: 'all' };
  if (path !== undefined)
    return { type: 'filter', path, operator, operand: operand.replace(/^(["'])(.*)\1$/, '$2') };
  return { type: 'name', name: double ?? single ?? name ?? '' };
}

function taken(value: unknown, step: Step): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  switch (step.type) {
    case 'name':
      return Object.hasOwn(value, step.name) ? [(value as Record<string, unknown>)[step.name]] : [];
    case 'index':
      return Array.isArray(value) && value.at(step.index) !== undefined ? [value.at(step.index)] : [];
    case 'all':
      return Object.values(value);
    case 'deep':
      return [
        ...(step.name === '*' ? Object.values(value) : taken(value, { type: 'name', name: step.name })),
        ...Object.values(value).flatMap((each) => taken(each, step)),
      ];
    case 'filter':
      return Object.values(value).filter((each) =>
        holds(valueAt(each, step.path), step.operator, step.operand),
      );
  }
}

function holds(value: unknown, operator: string, operand: string): boolean {
  switch (operator) {
    case '':
      return value !== undefined;
    case '==':
      return String(value) === operand;
    case '!=':
      return String(value) !== operand;
    case '<':
      return Number(value) < Number(operand);
    case '>':
      return Number(value) > Number(operand);
    case '<=':
      return Number(value) <= Number(operand);
    default:
      return Number(value) >= Number(operand);
  }
}
