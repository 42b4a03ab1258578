/** The HTML of a post. Rendered once on the server; the browser adopts it and never renders it again. */
import { memo, useMemo } from 'react';
import { trustedBody } from './trusted-body.ts';

export const PostBody = memo(function PostBody({ html }: { html: string }) {
  const markup = useMemo(() => ({ __html: trustedBody(html) }), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes the body, and a Trusted Types policy checks it again.
  return <div className="reading" dangerouslySetInnerHTML={markup} />;
});
