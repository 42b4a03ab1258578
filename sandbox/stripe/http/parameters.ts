/**
 * Declared parameters: each operation lists what it accepts, and everything else is rejected. Parsing returns
 * typed values. An empty text means "unset" on the wire, so only `emptyable` fields accept it and return
 * null.
 */
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import type { Raw, RawGroup } from '#sandbox/stripe/http/form.ts';

export type Field<T> = { readonly read: (raw: Raw, path: string) => T };
export type Needed<T> = Field<T> & { readonly needed: true };
export type Schema = Record<string, Field<unknown>>;
export type Values<S extends Schema> = {
  [Name in keyof S]: S[Name] extends Needed<infer T>
    ? T
    : S[Name] extends Field<infer T>
      ? T | undefined
      : never;
};

export const needed = <T>(field: Field<T>): Needed<T> => ({ ...field, needed: true });

const isNeeded = (field: Field<unknown>): boolean => 'needed' in field;

function plain(raw: Raw, path: string, expected: string): string {
  if (typeof raw !== 'string')
    throw invalidRequest(`Invalid ${expected}: ${path} must be a single value.`, { param: path });
  if (raw === '') {
    throw invalidRequest(`You passed an empty text for '${path}'. Leave it out, or give it a value.`, {
      code: 'parameter_invalid_empty',
      param: path,
    });
  }
  return raw;
}

export const text = (longest = 5_000): Field<string> => ({
  read: (raw, path) => {
    const value = plain(raw, path, 'string');
    if (value.length > longest)
      throw invalidRequest(`Invalid string: ${path} must be at most ${longest} characters.`, { param: path });
    return value;
  },
});

export const integer = ({
  least = Number.MIN_SAFE_INTEGER,
  most = Number.MAX_SAFE_INTEGER,
} = {}): Field<number> => ({
  read: (raw, path) => {
    const value = plain(raw, path, 'integer');
    const number = Number(value);
    const refuse = (message: string) =>
      invalidRequest(message, { code: 'parameter_invalid_integer', param: path });
    if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) throw refuse(`Invalid integer: ${value}`);
    if (number < least) throw refuse(`This value must be greater than or equal to ${least}.`);
    if (number > most) throw refuse(`This value must be less than or equal to ${most}.`);
    return number;
  },
});

export const flag: Field<boolean> = {
  read: (raw, path) => {
    const value = plain(raw, path, 'boolean');
    if (value !== 'true' && value !== 'false')
      throw invalidRequest(`Invalid boolean: ${value}`, { param: path });
    return value === 'true';
  },
};

export const oneOf = <const T extends string>(choices: readonly T[]): Field<T> => ({
  read: (raw, path) => {
    const value = plain(raw, path, 'choice');
    const found = choices.find((choice) => choice === value);
    if (found === undefined)
      throw invalidRequest(`Invalid ${path}: must be one of ${choices.join(', ')}`, { param: path });
    return found;
  },
});

export const emptyable = <T>(field: Field<T>): Field<T | null> => ({
  read: (raw, path) => (raw === '' ? null : field.read(raw, path)),
});

/** Uses the first field that accepts the value. If none does, the last one's error is thrown. */
export const either = <A, B>(first: Field<A>, second: Field<B>): Field<A | B> => ({
  read: (raw, path) => {
    try {
      return first.read(raw, path);
    } catch {
      return second.read(raw, path);
    }
  },
});

export const list = <T>(item: Field<T>): Field<T[]> => ({
  read: (raw, path) => {
    const keys = typeof raw === 'string' ? null : Object.keys(raw);
    if (keys === null || keys.some((key) => !/^\d+$/.test(key)))
      throw invalidRequest('Invalid array', { param: path });
    return keys
      .sort((a, b) => Number(a) - Number(b))
      .map((key) => item.read((raw as RawGroup)[key] ?? '', `${path}[${key}]`));
  },
});

export const group = <S extends Schema>(schema: S): Field<Values<S>> => ({
  read: (raw, path) => {
    if (typeof raw === 'string') throw invalidRequest('Invalid object', { param: path });
    return readParameters(schema, raw, path);
  },
});

/** A parameter that this API version removed; sending it is a specific error. */
export const removed = (code: string, message: string): Field<never> => ({
  read: (_raw, path) => {
    throw invalidRequest(message, { code, param: path });
  },
});

/** Reads all values or throws: first for unknown names, then missing ones, then invalid values. */
export function readParameters<S extends Schema>(schema: S, raw: RawGroup, prefix = ''): Values<S> {
  const nameOf = (key: string) => (prefix === '' ? key : `${prefix}[${key}]`);
  const unknown = Object.keys(raw)
    .filter((key) => !Object.hasOwn(schema, key))
    .map(nameOf);
  if (unknown[0] !== undefined) {
    const message =
      unknown.length === 1
        ? `Received unknown parameter: ${unknown[0]}`
        : `Received unknown parameters: ${unknown.join(', ')}`;
    throw invalidRequest(message, { code: 'parameter_unknown', param: unknown[0] });
  }
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema)) {
    const value = raw[key];
    if (value !== undefined) values[key] = field.read(value, nameOf(key));
    else if (isNeeded(field)) {
      throw invalidRequest(`Missing required param: ${nameOf(key)}.`, {
        code: 'parameter_missing',
        param: nameOf(key),
      });
    }
  }
  return values as Values<S>;
}
