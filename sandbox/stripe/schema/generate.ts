/**
 * Converts the SDK's declarations to JSON Schema. Stricter than the types: undeclared fields are rejected,
 * fields are required unless marked optional, and enums are closed (the SDK leaves them open for future
 * values). Unsupported syntax is an error, never a schema that accepts everything.
 */
import type { ESTree } from 'rolldown/utils';
import { type Declared, type Library, lookUp, readLibrary, type Scope } from './declarations.ts';

export type Schema = { [keyword: string]: unknown };
export type OperationSchema = {
  method: string;
  path: string;
  parameters: Schema;
  answer: Schema;
  isEvent: boolean;
};
export type Shapes = {
  definitions: Record<string, Schema>;
  operations: OperationSchema[];
  events: Record<string, Schema>;
};

type Generics = ReadonlyMap<string, Schema>;
const noGenerics: Generics = new Map();
const someObject: Schema = { type: 'object' };

export function generate(): Shapes {
  const walker = new Walker(readLibrary());
  const operations = walker.library.operations.map(
    ({ method, path, parameters, answer, scope }): OperationSchema => ({
      method,
      path,
      parameters:
        parameters === null
          ? { type: 'object', additionalProperties: false }
          : walker.schemaOf(parameters, scope),
      ...walker.answerOf(answer, scope),
    }),
  );
  return { operations, events: walker.events(), definitions: walker.definitions };
}

class Walker {
  readonly library: Library;
  readonly definitions: Record<string, Schema> = {};

  constructor(library: Library) {
    this.library = library;
  }

  /**
   * The response of an operation. Events are a union of 200 kinds, so each is checked separately by its
   * `type`.
   */
  answerOf(type: ESTree.TSType, scope: Scope): { answer: Schema; isEvent: boolean } {
    const [name, item] =
      type.type === 'TSTypeReference'
        ? [nameOf(type.typeName).join('.'), type.typeArguments?.params[0]]
        : ['', undefined];
    const isEvent =
      name === 'Event' || (item?.type === 'TSTypeReference' && nameOf(item.typeName).join('.') === 'Event');
    if (name === 'ApiListPromise' || name === 'ApiSearchResultPromise') {
      const list = this.library.scopes.get('lib')?.types.get(name.replace('Promise', ''));
      if (list === undefined || item === undefined) throw new Error(`${name} is not what it was`);
      const inner = isEvent ? someObject : this.schemaOf(item, scope);
      return { answer: this.#expand(list, new Map([['T', inner]])), isEvent };
    }
    return { answer: isEvent ? someObject : this.schemaOf(type, scope), isEvent };
  }

  events(): Record<string, Schema> {
    const scope = this.library.scopes.get('Events');
    const found: Record<string, Schema> = {};
    for (const declared of scope?.types.values() ?? []) {
      if (declared.node.type !== 'TSInterfaceDeclaration' || declared.node.extends.length === 0) continue;
      const type = declared.node.body.body.find(
        (member) => member.type === 'TSPropertySignature' && keyOf(member) === 'type',
      );
      const literal = type?.type === 'TSPropertySignature' ? type.typeAnnotation?.typeAnnotation : undefined;
      if (literal?.type === 'TSLiteralType' && literal.literal.type === 'Literal')
        found[String(literal.literal.value)] = this.#refer(declared);
    }
    return found;
  }

  schemaOf(type: ESTree.TSType, scope: Scope, generics: Generics = noGenerics): Schema {
    switch (type.type) {
      case 'TSStringKeyword':
        return { type: 'string' };
      case 'TSNumberKeyword':
        return { type: 'number' };
      case 'TSBooleanKeyword':
        return { type: 'boolean' };
      case 'TSNullKeyword':
        return { type: 'null' };
      case 'TSUnknownKeyword':
      case 'TSAnyKeyword':
        return {};
      case 'TSVoidKeyword':
      case 'TSNeverKeyword':
        return { not: {} };
      case 'TSLiteralType':
        if (type.literal.type === 'Literal') return { const: type.literal.value };
        break;
      case 'TSTypeLiteral':
        return this.#object(type.members, scope, generics);
      case 'TSUnionType':
        return this.#union(type, scope, generics);
      case 'TSTypeReference':
        return this.#reference(type, scope, generics);
    }
    throw new Error(`${scope.name} uses ${type.type}, which has no schema yet`);
  }

  #union(type: ESTree.TSUnionType, scope: Scope, generics: Generics): Schema {
    const members = type.types
      .filter((member) => !isOpenEnd(member))
      .map((member) => this.schemaOf(member, scope, generics));
    const constants = members.filter((member) => 'const' in member).map((member) => member.const);
    const others = members.filter((member) => !('const' in member));
    const all = constants.length > 0 ? [...others, { enum: constants }] : others;
    return all.length === 1 && all[0] !== undefined ? all[0] : { anyOf: all };
  }

  #reference(type: ESTree.TSTypeReference, scope: Scope, generics: Generics): Schema {
    const path = nameOf(type.typeName);
    const name = path.join('.');
    const typeArguments =
      type.typeArguments?.params.map((argument) => this.schemaOf(argument, scope, generics)) ?? [];
    const generic = generics.get(name);
    if (generic !== undefined) return generic;
    if (name === 'Array') return { type: 'array', items: typeArguments[0] };
    if (name === 'Decimal') return { type: 'string' };
    if (name === 'OtherString') return { type: 'string' };
    if (name === 'Partial') return this.#partial(type.typeArguments?.params[0], scope);
    const declared = lookUp(this.library, scope, path);
    if (declared === null) return someObject;
    const typeParameters = declared.node.typeParameters?.params ?? [];
    if (typeParameters.length === 0) return this.#refer(declared);
    return this.#expand(
      declared,
      new Map(typeParameters.map((parameter, at) => [parameter.name.name, typeArguments[at] ?? {}])),
    );
  }

  #partial(type: ESTree.TSType | undefined, scope: Scope): Schema {
    const declared =
      type?.type === 'TSTypeReference' ? lookUp(this.library, scope, nameOf(type.typeName)) : null;
    if (declared === null || declared.node.type !== 'TSInterfaceDeclaration') return someObject;
    const { required: _required, ...rest } = this.#expand(declared, noGenerics);
    return rest;
  }

  /**
   * Every named type becomes one definition. The entry is registered before its content, because types
   * reference each other in cycles.
   */
  #refer(declared: Declared): Schema {
    if (this.definitions[declared.name] === undefined) {
      this.definitions[declared.name] = {};
      this.definitions[declared.name] = this.#expand(declared, noGenerics);
    }
    return { $ref: `#/definitions/${declared.name}` };
  }

  #expand({ node, scope }: Declared, generics: Generics): Schema {
    if (node.type === 'TSTypeAliasDeclaration') return this.schemaOf(node.typeAnnotation, scope, generics);
    const inherited = node.extends.map(({ expression }) => {
      const parent = lookUp(this.library, scope, nameOfExpression(expression));
      if (parent === null)
        throw new Error(`${scope.name}.${node.id.name} extends something that is not read`);
      return this.#expand(parent, noGenerics);
    });
    return inherited.reduceRight(
      (own, parent) => merged(parent, own),
      this.#object(node.body.body, scope, generics),
    );
  }

  #object(members: readonly ESTree.TSSignature[], scope: Scope, generics: Generics): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    let rest: unknown = false;
    for (const member of members) {
      if (member.type === 'TSIndexSignature')
        rest = this.schemaOf(member.typeAnnotation.typeAnnotation, scope, generics);
      else if (member.type === 'TSPropertySignature' && member.typeAnnotation !== null) {
        properties[keyOf(member)] = this.schemaOf(member.typeAnnotation.typeAnnotation, scope, generics);
        if (!member.optional) required.push(keyOf(member));
      } else throw new Error(`${scope.name} has a ${member.type}, which has no schema yet`);
    }
    return { type: 'object', properties, required, additionalProperties: rest };
  }
}

function merged(parent: Schema, own: Schema): Schema {
  const properties = { ...(parent.properties as object), ...(own.properties as object) };
  return {
    ...own,
    properties,
    required: [...new Set([...(parent.required as string[]), ...(own.required as string[])])],
  };
}

const isOpenEnd = (type: ESTree.TSType): boolean =>
  type.type === 'TSTypeReference' &&
  type.typeName.type === 'Identifier' &&
  type.typeName.name === 'OtherString';

function keyOf(member: ESTree.TSPropertySignature): string {
  if (member.key.type === 'Identifier') return member.key.name;
  if (member.key.type === 'Literal') return String(member.key.value);
  throw new Error(`a key of type ${member.key.type} cannot be read`);
}

function nameOf(name: ESTree.TSTypeName): string[] {
  if (name.type === 'Identifier') return [name.name];
  if (name.type === 'TSQualifiedName') return [...nameOf(name.left), name.right.name];
  throw new Error('a type is named `this`');
}

function nameOfExpression(expression: ESTree.Expression): string[] {
  if (expression.type === 'Identifier') return [expression.name];
  if (expression.type === 'MemberExpression' && expression.property.type === 'Identifier')
    return [...nameOfExpression(expression.object), expression.property.name];
  throw new Error(`something extends a ${expression.type}`);
}
