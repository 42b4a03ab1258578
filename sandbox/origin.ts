/** Keeps pages of other origins, open in the same browser, from pressing the sandbox's buttons. */
import type { Context } from 'hono';

/** Browsers name the origin that a form was sent from; a form without that name, or from elsewhere, is not ours. */
export function isFromHere(context: Context): boolean {
  const origin = context.req.header('origin');
  return origin !== undefined && isOwn(context, origin);
}

/** Programs send no origin at all and are welcome; a page of another origin is not. */
export function isFromElsewhere(context: Context): boolean {
  const origin = context.req.header('origin');
  return origin !== undefined && !isOwn(context, origin);
}

const isOwn = (context: Context, origin: string): boolean => URL.canParse(origin) && new URL(origin).host === context.req.header('host');
