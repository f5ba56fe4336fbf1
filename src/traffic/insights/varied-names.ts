// Finds parameters by variety: when many paths differ in only one segment, by slugs or names, the segment is a
// parameter. The result depends on the set of paths, not on their order.
import { parameterName } from '../endpoint.ts';

/** This many slugs in one position make a parameter; words without digits or hyphens may be names of resources. */
const MIN_SLUGS = 5;
const MIN_WORDS = 30;
/** The same below a plural, as in `/users/ada`. */
const MIN_MEMBERS = 12;

interface ParentPath {
  readonly path: string;
  readonly tail: string;
  /** The segment before. */
  readonly before: string;
}

interface Node {
  readonly children: Map<string, Node>;
  /** Endpoints that end here, by their full names. */
  readonly ends: string[];
}

/** Returns the endpoint names to replace, such as `GET a.test/posts/a-title` to `GET a.test/posts/{postId}`. */
export function variedNames(endpoints: Iterable<string>): ReadonlyMap<string, string> {
  const roots = new Map<string, Node>();
  for (const endpoint of endpoints) {
    // Whatever follows the path, such as an operation or a status, belongs to the endpoint.
    const [, site, path, tail = ''] = /^(\S* [^/ ]*)\/(\S*)(.*)$/.exec(endpoint) ?? [];
    if (site === undefined || path === undefined) continue;
    const key = `${site}\n${tail}`;
    let node = roots.get(key) ?? emptyNode();
    roots.set(key, node);
    for (const segment of path.split('/')) {
      const child: Node = node.children.get(segment) ?? emptyNode();
      node.children.set(segment, child);
      node = child;
    }
    node.ends.push(endpoint);
  }
  const names = new Map<string, string>();
  for (const [key, root] of roots) {
    const [site = '', tail = ''] = key.split('\n');
    nameBelow([root], { path: site, tail, before: '' }, names);
  }
  return names;
}

/** Returns the number of endpoints. Endpoints that differ only in parameters count as one. */
export function countEndpoints(endpoints: ReadonlySet<string>): number {
  const names = variedNames(endpoints);
  return new Set(Array.from(endpoints, (each) => names.get(each) ?? each)).size;
}

function emptyNode(): Node {
  return { children: new Map(), ends: [] };
}

/** Names what is below nodes that share one path. */
function nameBelow(
  nodes: readonly Node[],
  { path, tail, before }: ParentPath,
  names: Map<string, string>,
): void {
  const own = `${path}${tail}`;
  for (const end of nodes.flatMap(({ ends }) => ends)) if (end !== own) names.set(end, own);
  const groups = new Map<string, Node[]>();
  for (const { children } of nodes)
    for (const [segment, child] of children) groups.set(segment, [...(groups.get(segment) ?? []), child]);
  if (groups.size === 0) return;
  const varied = variedSegments([...groups.keys()], before);
  const parameter = `{${parameterName(before)}}`;
  const merged = [...groups].filter(([segment]) => varied.has(segment) || segment === parameter);
  if (varied.size > 0)
    nameBelow(
      merged.flatMap(([, group]) => group),
      { path: `${path}/${parameter}`, tail, before: parameter },
      names,
    );
  for (const [segment, group] of groups)
    if (varied.size === 0 || !(varied.has(segment) || segment === parameter))
      nameBelow(group, { path: `${path}/${segment}`, tail, before: segment }, names);
}

function variedSegments(segments: readonly string[], before: string): ReadonlySet<string> {
  const candidates = segments.filter(
    (segment) => !segment.includes('{') && !/^v\d+$|\.(?:js|css|html?|json|xml|txt|ico)$/.test(segment),
  );
  const slugs = candidates.filter(isSlugLike);
  const isPlural = /[a-z]s$/i.test(before) && !/(?:ss|us|is)$/i.test(before);
  const minimum = isPlural ? MIN_MEMBERS : MIN_WORDS;
  if (candidates.length >= minimum) return new Set(candidates);
  return new Set(slugs.length >= MIN_SLUGS ? slugs : []);
}

/** Words joined by hyphens, with digits, capitals or escapes: a title or a name rather than a resource. */
function isSlugLike(segment: string): boolean {
  return (
    /^[^-]+(?:-[^-]+){2,}$|%[0-9A-Fa-f]{2}|\+|^(?=.*\d)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+$/.test(segment) &&
    segment.length >= 6
  );
}
