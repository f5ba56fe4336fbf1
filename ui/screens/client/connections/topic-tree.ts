// The topics that a connection has seen, as a tree of their levels.

export interface SeenTopic {
  readonly topic: string;
  readonly messages: number;
  readonly last: string;
}

export interface TopicRow {
  /** The whole topic, or the beginning of those below. */
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly messages: number;
  /** The last payload; null for a level that is no topic. */
  readonly last: string | null;
  /** Null for a row without rows below it. */
  readonly isOpen: boolean | null;
}

interface Level {
  readonly levels: Map<string, Level>;
  topic: SeenTopic | null;
  messages: number;
}

/** Returns the rows that are in sight: those below the levels in `closed` are not. */
export function topicRows(topics: readonly SeenTopic[], closed: ReadonlySet<string>): readonly TopicRow[] {
  const root = newLevel();
  for (const each of topics) addTopic(root, each);
  return rowsOf(root, '', 0, closed);
}

function newLevel(): Level {
  return { levels: new Map(), topic: null, messages: 0 };
}

function addTopic(root: Level, topic: SeenTopic): void {
  let level = root;
  for (const name of topic.topic.split('/')) {
    const next = level.levels.get(name) ?? newLevel();
    level.levels.set(name, next);
    next.messages += topic.messages;
    level = next;
  }
  level.topic = topic;
}

function rowsOf(
  parent: Level,
  above: string,
  depth: number,
  closed: ReadonlySet<string>,
): readonly TopicRow[] {
  return [...parent.levels].flatMap(([name, level]) => {
    const path = depth === 0 ? name : `${above}/${name}`;
    const isOpen = level.levels.size === 0 ? null : !closed.has(path);
    const row = { path, name, depth, messages: level.messages, last: level.topic?.last ?? null, isOpen };
    return [row, ...(isOpen === true ? rowsOf(level, path, depth + 1, closed) : [])];
  });
}
