/** `/v1/charges`: listed only. Payment intents create charges. */
import { resource } from '#sandbox/stripe/http/resource.ts';

export const operations = [resource('charge', '/v1/charges').list(['customer', 'payment_intent'])];
