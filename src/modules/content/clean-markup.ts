/**
 * What a clean body looks like. Recognizing one costs a pass over its text, so a stored body is checked on every read; only a body that was
 * changed behind the shop's back, or follows older rules, is parsed again, in a worker.
 */
import { authorElements } from '#kernel/post-body.ts';
import type { Deps } from '#platform/deps.ts';
import { parseTask } from '#platform/parsing.ts';
import type { cleanBody } from './clean-body.ts';

declare const cleaned: unique symbol;
/** HTML that `cleanBody` has made, or that looks as if it had. */
export type CleanBody = string & { readonly [cleaned]: true };

const cleaning = parseTask<typeof cleanBody>(new URL('./clean-body.ts', import.meta.url), 'cleanBody');

/** @throws `content_too_complex`, `content_queue_full` and `content_abandoned`. */
export const makeClean = async ({ parsing }: Pick<Deps, 'parsing'>, html: string): Promise<CleanBody> =>
  (await parsing.run(cleaning, html)) as CleanBody;

const text = '(?:[^"<>&]|&(?:amp|lt|gt|quot);)*';
const address = String.raw`(?:\/(?![/\\])|#|https:\/\/|mailto:)(?:[^"<>&\s\\]|&(?:amp|lt|gt|quot);)*`;
const attributes = [
  `href="${address}"`,
  String.raw`src="\/(?:(?:blog|products)\/[\w-]+\.(?:svg|png|jpg|webp|avif)|media\/[\w-]{22}(?:\.svg)?)"`,
  `(?:alt|title)="${text}"`,
  String.raw`(?:width|height|start|colspan|rowspan)="[1-9]\d{0,3}"`,
  'scope="(?:col|row)"',
  'dir="(?:ltr|rtl|auto)"',
].join('|');
const elements = authorElements.join('|');
const tag = new RegExp(`</?(?:${elements})>|<(?:${elements})(?: (?:${attributes}))*(?: /)?>`, 'g');

/** Every bracket belongs to an allowed element with allowed attributes, as `cleanBody` writes them. */
export const isClean = (body: string): body is CleanBody => !/[<>]/.test(body.replace(tag, ''));

/** A stored body, safe to show. */
export const readClean = async (deps: Pick<Deps, 'parsing'>, body: string): Promise<CleanBody> =>
  isClean(body) ? body : makeClean(deps, body);
