/**
 * The schema for encoding a response: an endpoint's `response` without its bounds. Lengths, ranges, formats,
 * and refinements apply to requests. A response has what the database stores, and a stored value must never
 * turn a read into an error.
 */
import { z } from 'zod';

type Definition = z.core.$ZodTypeDef & {
  shape: Record<string, z.ZodType>;
  element: z.ZodType;
  innerType: z.ZodType;
  options: z.ZodType[];
  in: z.ZodType;
  out: z.ZodType;
  keyType: z.ZodType;
  valueType: z.ZodType;
};

/** Used for encoding and documentation, so each endpoint's schema is built once. */
const built = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Preserves fields, codecs, and enums. Fields that the schema does not name are dropped. Throws for a kind of
 * schema that no response has used before: add it to the list below.
 */
export function answerSchema<Schema extends z.ZodType>(schema: Schema): Schema {
  const unbounded = built.get(schema) ?? withoutBounds(schema);
  built.set(schema, unbounded);
  return unbounded as Schema;
}

function withoutBounds(schema: z.ZodType): z.ZodType {
  const definition = schema._zod.def as Definition;
  const rebuild = (parts: Partial<Definition>): z.ZodType =>
    z.core.clone(schema, { ...definition, checks: [], ...parts } as never) as z.ZodType;
  switch (definition.type) {
    case 'string':
      return described(z.string(), schema);
    case 'number':
      return described(z.number(), schema);
    case 'object':
      return rebuild({ shape: eachOf(definition.shape), catchall: undefined } as Partial<Definition>);
    case 'array':
      return rebuild({ element: answerSchema(definition.element) });
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return rebuild({ innerType: answerSchema(definition.innerType) });
    case 'union':
      return rebuild({ options: definition.options.map(answerSchema) });
    case 'pipe':
      return rebuild({ in: answerSchema(definition.in), out: answerSchema(definition.out) });
    case 'record':
      return rebuild({
        keyType: answerSchema(definition.keyType),
        valueType: answerSchema(definition.valueType),
      });
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'custom':
    case 'null':
    case 'unknown':
    case 'any':
      return rebuild({});
    default:
      throw new Error(`An answer cannot have a schema of the type ${definition.type} yet`);
  }
}

const eachOf = (shape: Record<string, z.ZodType>): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, answerSchema(field)]));

/**
 * The API document still has `date-time` and `integer`: readers rely on them, and the server does not check
 * them.
 */
function described(plain: z.ZodType, schema: z.ZodType): z.ZodType {
  const { format: ownFormat, checks = [] } = schema._zod.def as {
    format?: string;
    checks?: z.core.$ZodCheck[];
  };
  const format =
    ownFormat ??
    checks.map(({ _zod }) => (_zod.def as { format?: string }).format).find((format) => format !== undefined);
  if (format === 'datetime') return plain.meta({ format: 'date-time' });
  if (format === 'date') return plain.meta({ format: 'date' });
  if (format === 'safeint') return plain.meta({ type: 'integer' } as never);
  return plain;
}
