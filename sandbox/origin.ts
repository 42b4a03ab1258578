/** Protects the sandbox's forms against requests from other origins in the same browser. */
import type { Context } from 'hono';

/** Browsers send the origin of a form. A form without it, or from elsewhere, is rejected. */
export function isFromHere(context: Context): boolean {
  const origin = context.req.header('origin');
  return origin !== undefined && isOwn(context, origin);
}

/** True for a page of another origin. Programs send no origin and are allowed. */
export function isFromElsewhere(context: Context): boolean {
  const origin = context.req.header('origin');
  return origin !== undefined && !isOwn(context, origin);
}

const isOwn = (context: Context, origin: string): boolean =>
  URL.canParse(origin) && new URL(origin).host === context.req.header('host');
