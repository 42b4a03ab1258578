/** The browser's line to our API: the same rows that the server mounts, called on the page's own origin. Not for page loaders. */
import '#web/without-eval.ts';
import { createClient } from '#contract/client.ts';
import { sayRefusal } from '#web/say-refusal.ts';

export const call = createClient((input, init) => fetch(input, init), '', sayRefusal);
