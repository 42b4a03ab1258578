/**
 * A dialog must start with fresh state each time it opens. Either its content is mounted only while it is
 * open, or its component is wrapped in `remountOnOpen`. Leftover state once made a refund dialog show one amount
 * and pay another.
 */
import { dottedName, isNode, lineOf, type Node, nameOf, type Rule } from '#tools/tidy/source.ts';

const dialogs = new Set(['Dialog', 'ActDialog', 'ConfirmDialog']);
const stateHooks = /(^|\.)use(State|Reducer|Form)$/;

export const freshDialogs: Rule = (source) => {
  const { path, nodes, isTest } = source;
  if (!path.startsWith('src/web/') || isTest) return [];
  return nodes.flatMap(({ node, parents }) => {
    const openWhen = node.type === 'JSXElement' ? conditionOf(node) : null;
    if (openWhen === null) return [];
    const component = parents.find(({ type }) =>
      /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type),
    );
    if (component === undefined || isWrapped(parents, component)) return [];
    const stale = staleState(component, openWhen);
    const shown = [...inside(node)].find((child) => child.type === 'Identifier' && stale.has(nameOf(child)));
    return shown === undefined
      ? []
      : [
          `line ${lineOf(source, shown)}: a dialog shows "${nameOf(shown)}", which outlives its opening; wrap its component in remountOnOpen`,
        ];
  });
};

/** The expression of `isOpen`. Null for other elements, and for a dialog that is open while mounted. */
function conditionOf(element: Node): Node | null {
  const opening = element.openingElement as Node & { name: Node; attributes: Node[] };
  if (!dialogs.has(String(opening.name.name))) return null;
  const isOpen = opening.attributes.find(
    (attribute) => isNode(attribute.name) && attribute.name.name === 'isOpen',
  );
  const value = isOpen?.value;
  return isNode(value) && value.type === 'JSXExpressionContainer' && isNode(value.expression)
    ? value.expression
    : null;
}

const isWrapped = (parents: Node[], component: Node): boolean =>
  parents.some(({ type, callee, ...rest }) => {
    return (
      type === 'CallExpression' &&
      dottedName(callee) === 'remountOnOpen' &&
      (rest.arguments as Node[]).includes(component)
    );
  });

/** State of the component and values derived from it, except what determines whether the dialog is open. */
function staleState(component: Node, openWhen: Node): Set<string> {
  const declared = [...inside(component)].filter(
    ({ type }) => type === 'VariableDeclarator' || type === 'FunctionDeclaration',
  );
  const opening = new Set(namesIn(openWhen));
  growToFixpoint(opening, (names) => {
    for (const declaration of declared)
      if (boundBy(declaration).some((name) => names.has(name)))
        for (const name of namesIn(declaration.init)) names.add(name);
  });
  const state = declared.filter(
    ({ init }) => isNode(init) && init.type === 'CallExpression' && stateHooks.test(dottedName(init.callee)),
  );
  const stale = new Set(
    state.flatMap((declaration) => boundBy(declaration).slice(0, 1)).filter((name) => !opening.has(name)),
  );
  growToFixpoint(stale, (names) => {
    for (const declaration of declared)
      if (
        !state.includes(declaration) &&
        namesIn(declaration.init ?? declaration.body).some((name) => names.has(name))
      )
        for (const name of boundBy(declaration)) names.add(name);
  });
  return stale;
}

function growToFixpoint(names: Set<string>, grow: (names: Set<string>) => void): void {
  for (let size = -1; size !== names.size; ) {
    size = names.size;
    grow(names);
  }
}

/** The names that a declaration binds. */
const boundBy = ({ id }: Node): string[] => namesIn(id);

const namesIn = (node: unknown): string[] =>
  isNode(node)
    ? [...inside(node)].filter(({ type }) => type === 'Identifier').map((child) => nameOf(child))
    : [];

function* inside(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* inside(child);
}
