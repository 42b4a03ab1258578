/** What programs read of a refusal, beside its sentence: our browser says the same in its reader's language. */
import type { DomainError } from '#kernel/errors.ts';

/** `x-error-detail` is a text of ours and what stands in it, as JSON; left out where the code says it all. */
export const refusalHeaders = ({ code, detail }: Pick<DomainError, 'code' | 'detail'>): Record<string, string> => ({
  'x-error-code': code,
  ...(detail === null ? {} : { 'x-error-detail': inAscii(JSON.stringify(detail)) }),
});

/** A header holds no other letters; JSON can write them so. */
const inAscii = (json: string): string => json.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
