/** Turns a schema error into a readable sentence. Used only where the schema has no message for the error. */
import type { z } from 'zod';

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  undefined: 'left out',
};

export function toSentence(issue: z.core.$ZodRawIssue): string {
  const field = nameOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.map((key) => key.slice(0, 60)).join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing`
        : `${field} must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${field} must be one of: ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `${field} is too large`;
    case 'too_small':
      return `${field} is too small`;
    default:
      return `${field} is not valid`;
  }
}

const nameOf = (path: readonly PropertyKey[] | undefined): string =>
  path === undefined || path.length === 0 ? 'The request' : `The field "${path.map(String).join('.')}"`;
