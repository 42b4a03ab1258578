/** What timers do when they are due, by name. */
import type { TimedWork } from './timers.ts';

export const timedWork: TimedWork = {};
