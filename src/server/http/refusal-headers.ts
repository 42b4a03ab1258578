/**
 * Headers that make an error machine-readable next to its sentence. Our browser code uses them to show the
 * error in the reader's language.
 */
import type { DomainError } from '#kernel/errors.ts';

/** `x-error-detail` holds the message text and its values as JSON. Omitted when the code is enough. */
export const refusalHeaders = ({
  code,
  detail,
}: Pick<DomainError, 'code' | 'detail'>): Record<string, string> => ({
  'x-error-code': code,
  ...(detail === null ? {} : { 'x-error-detail': inAscii(JSON.stringify(detail)) }),
});

/** Headers allow only ASCII, so other characters are escaped as JSON does. */
const inAscii = (json: string): string =>
  json.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
