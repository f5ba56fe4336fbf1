// The topics of MQTT messages, counted by topic and by level of the tree that their names make.

/** A topic on which there were messages. */
export interface SeenTopic {
  readonly topic: string;
  readonly messages: number;
  /** The beginning of the last payload, as text. */
  readonly last: string;
}

/** The topics below a level, such as `plant/line1` of `plant/line1/speed`. */
export interface TopicLevel {
  readonly level: string;
  readonly topics: number;
  readonly messages: number;
}

export interface SeenTopics {
  /** Sorted by name. */
  readonly topics: readonly SeenTopic[];
  readonly levels: readonly TopicLevel[];
  /** The number of messages on topics beyond the bounds. */
  readonly omitted: number;
}

/** Bounds on topics, on levels, and on the characters of their names. */
const MAX_TOPICS = 10_000;
const MAX_LEVELS = 10_000;
const MAX_NAMES = 4 * 1024 * 1024;
/** Levels of one topic that are counted. */
const MAX_DEPTH = 20;
const MAX_LAST = 1000;
/** Bytes of one character in UTF-8. */
const MAX_CHAR_BYTES = 4;

type Changing<T> = { -readonly [K in keyof T]: T[K] };

interface Entry extends Changing<SeenTopic> {
  readonly levels: readonly Changing<TopicLevel>[];
}

export class Topics {
  readonly #topics = new Map<string, Entry>();
  readonly #levels = new Map<string, Changing<TopicLevel>>();
  #nameSize = 0;
  #messages = 0;
  #omitted = 0;

  /** The numbers of topics and of messages so far. */
  get counts(): { readonly topics: number; readonly messages: number } {
    return { topics: this.#topics.size, messages: this.#messages };
  }

  add(topic: string, payload: Buffer): void {
    this.#messages += 1;
    const entry = this.#topics.get(topic) ?? this.#newEntry(topic);
    if (entry === null) {
      this.#omitted += 1;
      return;
    }
    entry.messages += 1;
    entry.last = payload.toString('utf8', 0, MAX_LAST * MAX_CHAR_BYTES).slice(0, MAX_LAST);
    for (const level of entry.levels) level.messages += 1;
  }

  seen(): SeenTopics {
    const topics = [...this.#topics.values()].map(({ topic, messages, last }) => ({ topic, messages, last }));
    const levels = [...this.#levels.values()].map((level) => ({ ...level }));
    return {
      topics: topics.sort((one, other) => (one.topic < other.topic ? -1 : 1)),
      levels: levels.sort((one, other) => (one.level < other.level ? -1 : 1)),
      omitted: this.#omitted,
    };
  }

  #newEntry(topic: string): Entry | null {
    if (this.#topics.size >= MAX_TOPICS || this.#nameSize + topic.length > MAX_NAMES) return null;
    this.#nameSize += topic.length;
    const levels = levelsOf(topic).flatMap((level) => this.#level(level) ?? []);
    for (const level of levels) level.topics += 1;
    const entry = { topic, messages: 0, last: '', levels };
    this.#topics.set(topic, entry);
    return entry;
  }

  #level(name: string): Changing<TopicLevel> | null {
    const known = this.#levels.get(name);
    if (known !== undefined) return known;
    if (this.#levels.size >= MAX_LEVELS) return null;
    const level = { level: name, topics: 0, messages: 0 };
    this.#levels.set(name, level);
    return level;
  }
}

/** Returns the names of the levels around a topic, the outermost first. */
function levelsOf(topic: string): readonly string[] {
  const names: string[] = [];
  for (let end = topic.indexOf('/'); end >= 0 && names.length < MAX_DEPTH; end = topic.indexOf('/', end + 1))
    names.push(topic.slice(0, end));
  return names;
}
