/**
 * Disables Zod's compiled validators: our content security policy forbids `eval`, and even an attempt would
 * be reported. Import it before the contract, because Zod decides when its first schema is created.
 */
import { config } from 'zod';

config({ jitless: true });
