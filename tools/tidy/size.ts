/**
 * Rules for the length of files and functions, and for opening comments. A `describe` block does not count as
 * a function.
 */
import { type Node, type Rule, dottedName, isCode, lineOf, linesOf } from '#tools/tidy/source.ts';
import { isFunction } from '#tools/tidy/purity.ts';

const maxFileLines = 400;
const maxFunctionLines = 100;

export const fileLength: Rule = ({ path, lines }) =>
  (isCode(path) || path.endsWith('.css')) && lines > maxFileLines
    ? [`${lines} lines; a file has at most ${maxFileLines}`]
    : [];

const isChapter = (parent: Node | undefined): boolean =>
  parent?.type === 'CallExpression' && /^(test\.)?describe(\.\w+)*$/.test(dottedName(parent.callee));

export const functionLength: Rule = (source) =>
  source.nodes.flatMap(({ node, parents }) => {
    const length = isFunction(node) ? linesOf(source, node) : 0;
    return length > maxFunctionLines && !isChapter(parents.at(-1))
      ? [`line ${lineOf(source, node)}: a function of ${length} lines; it has at most ${maxFunctionLines}`]
      : [];
  });

const opensWithComment = /^(#!.*\n)?\s*(\/\*|\/\/|--|#|<!--)/;

export const opening: Rule = ({ path, text }) =>
  (isCode(path) || /\.(css|sql)$/.test(path)) && !opensWithComment.test(text)
    ? ['does not open with a comment that says what the file contains']
    : [];
