/**
 * Recognizes a clean body in one pass over its text, so stored bodies are checked on every read. Only a body
 * that was changed outside the shop, or follows older rules, is parsed again, in a worker.
 */
import { authorElements } from '#content/post-body.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { parseTask } from '#platform/parsing.ts';
import type { cleanBody } from './clean-body.ts';

declare const cleaned: unique symbol;
/** HTML produced by `cleanBody`, or indistinguishable from it. */
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

/**
 * True when every bracket belongs to an allowed element with allowed attributes, as `cleanBody` writes them.
 */
export const isClean = (body: string): body is CleanBody => !/[<>]/.test(body.replace(tag, ''));

/** Returns a stored body, safe to render. */
export const readClean = async (deps: Pick<Deps, 'parsing'>, body: string): Promise<CleanBody> =>
  isClean(body) ? body : makeClean(deps, body);
