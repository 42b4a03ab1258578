/** The setting that holds the address and credentials of the upload bucket. */
import type { S3Settings } from '#adapters/s3/file-store.ts';
import { z } from 'zod';

/**
 * Format: `https://KEY:SECRET@HOST/BUCKET?region=REGION`. Percent-encode the key and the secret, for example
 * %2F for a slash.
 */
export const filesUrl = z.string().transform((text, context): S3Settings => {
  const url = URL.parse(text);
  const bucket = /^\/([\w.-]{3,63})\/?$/.exec(url?.pathname ?? '')?.[1];
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    bucket === undefined ||
    url.username === '' ||
    url.password === ''
  ) {
    context.addIssue({ code: 'custom', message: 'must be https://KEY:SECRET@HOST/BUCKET?region=REGION' });
    return z.NEVER;
  }
  const [keyId, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    endpoint: url.origin,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    keyId,
    secret,
  };
});
