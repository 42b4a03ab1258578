/** The current time as a dependency, so that tests can set any day. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
