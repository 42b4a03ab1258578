/**
 * Tells Zod not to compile its checks: our content policy forbids making code from text, and even trying would be reported.
 * Imported first wherever the contract comes into the browser, because Zod decides when its first schema is made.
 */
import { config } from 'zod';

config({ jitless: true });
