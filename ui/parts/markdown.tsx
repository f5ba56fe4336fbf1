// Markdown as elements of the page. HTML in it is shown as text; links lead to web and mail addresses only, images are
// links, and nothing is loaded.
import { Lexer, type Token, type Tokens } from 'marked';
import { Fragment, useMemo, type ReactNode } from 'react';
import { isExcessiveMarkdown, MAX_MARKDOWN } from '../../src/base/markdown-bounds.ts';
import css from './markdown.module.css';

interface MarkdownTextProps {
  readonly text: string;
  /** Returns an action for a text that names something of the page, such as a request; null for any other. */
  readonly linkOf?: ((text: string) => (() => void) | null) | undefined;
}

export function MarkdownText({ text, linkOf }: MarkdownTextProps) {
  const source = text.slice(0, MAX_MARKDOWN);
  const tokens = useMemo(() => (isExcessiveMarkdown(source) ? null : new Lexer().lex(source)), [source]);
  return (
    <div className={css['markdown']}>
      {tokens === null ? <pre>{source}</pre> : <Blocks tokens={tokens} linkOf={linkOf} />}
    </div>
  );
}

interface TokensProps extends Pick<MarkdownTextProps, 'linkOf'> {
  readonly tokens: readonly Token[];
}

function Blocks({ tokens, linkOf }: TokensProps): ReactNode {
  return tokens.map((token, at) => (
    <Fragment key={at}>
      <Block token={token} linkOf={linkOf} />
    </Fragment>
  ));
}

interface TokenProps extends Pick<MarkdownTextProps, 'linkOf'> {
  readonly token: Token;
}

function Block({ token, linkOf }: TokenProps): ReactNode {
  // The lexer gives tokens of these types only, unless it is extended.
  const known = token as
    | Tokens.Heading
    | Tokens.Paragraph
    | Tokens.List
    | Tokens.Table
    | Tokens.Code
    | Tokens.Blockquote
    | Tokens.Hr
    | Tokens.Space
    | Tokens.Text
    | Tokens.HTML;
  switch (known.type) {
    case 'space':
      return null;
    case 'heading':
      return (
        <p className={css['heading']} data-depth={known.depth} role="heading" aria-level={known.depth + 2}>
          <Inline tokens={known.tokens} linkOf={linkOf} />
        </p>
      );
    case 'paragraph':
      return (
        <p>
          <Inline tokens={known.tokens} linkOf={linkOf} />
        </p>
      );
    case 'list':
      return <List list={known} linkOf={linkOf} />;
    case 'table':
      return <Table table={known} linkOf={linkOf} />;
    case 'code':
      return (
        <pre>
          <code>{known.text}</code>
        </pre>
      );
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={known.tokens} linkOf={linkOf} />
        </blockquote>
      );
    case 'hr':
      return <hr />;
    case 'text':
      return known.tokens === undefined ? known.text : <Inline tokens={known.tokens} linkOf={linkOf} />;
    default:
      return <p>{token.raw}</p>;
  }
}

function List({ list, linkOf }: { readonly list: Tokens.List } & Pick<MarkdownTextProps, 'linkOf'>) {
  const items = list.items.map((item, at) => (
    <li key={at}>
      {item.task && (
        <input type="checkbox" checked={item.checked === true} disabled readOnly aria-label="Done" />
      )}
      <Blocks tokens={item.tokens} linkOf={linkOf} />
    </li>
  ));
  return list.ordered ? <ol start={list.start === '' ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table, linkOf }: { readonly table: Tokens.Table } & Pick<MarkdownTextProps, 'linkOf'>) {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell, at) => (
            <th key={at} scope="col">
              <Inline tokens={cell.tokens} linkOf={linkOf} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column}>
                <Inline tokens={cell.tokens} linkOf={linkOf} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Inline({
  tokens,
  linkOf,
}: { readonly tokens: readonly Token[] | undefined } & Pick<MarkdownTextProps, 'linkOf'>): ReactNode {
  return (tokens ?? []).map((token, at) => (
    <Fragment key={at}>
      <Span token={token} linkOf={linkOf} />
    </Fragment>
  ));
}

function Span({ token, linkOf }: TokenProps): ReactNode {
  const known = token as
    | Tokens.Strong
    | Tokens.Em
    | Tokens.Codespan
    | Tokens.Link
    | Tokens.Image
    | Tokens.Del
    | Tokens.Br
    | Tokens.Text
    | Tokens.Escape
    | Tokens.HTML;
  switch (known.type) {
    case 'strong':
      return (
        <strong>
          <Inline tokens={known.tokens} linkOf={linkOf} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline tokens={known.tokens} linkOf={linkOf} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inline tokens={known.tokens} linkOf={linkOf} />
        </del>
      );
    case 'codespan':
      return <code>{known.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link href={known.href}>{<Inline tokens={known.tokens} linkOf={linkOf} />}</Link>;
    case 'image':
      return <Link href={known.href}>{known.text === '' ? known.href : known.text}</Link>;
    case 'text':
    case 'escape':
      return <Named text={known.text} linkOf={linkOf} />;
    default:
      return token.raw;
  }
}

/** Other targets stay text. */
function Link({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

function Named({ text, linkOf }: { readonly text: string } & Pick<MarkdownTextProps, 'linkOf'>) {
  const name = text.trim();
  const open = name === '' ? null : (linkOf?.(name) ?? null);
  if (open === null) return text;
  return (
    <button type="button" className={css['link']} onClick={open}>
      {text}
    </button>
  );
}
