/** Adds the status and the code to the customer's text of a server failure, for the report of a failed test. */
import type { SayRefusal } from '#contract/client.ts';

export const describeFailure: SayRefusal = async ({ status, code, text }) =>
  status === 0 || status >= 500 ? `${text} (${status} ${code})` : text;
