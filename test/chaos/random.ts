/**
 * Repeatable randomness: the same seed gives the same choices in the same order. `fork` returns an
 * independent stream by name, so an extra draw in one place does not change the others.
 */
export type Random = {
  readonly seed: number;
  /** From 0 up to, but not including, `below`. */
  int(below: number): number;
  /** Both ends are included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  fork(name: string | number): Random;
};

export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    seed,
    int,
    between: (low, high) => low + int(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const picked = list[int(list.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    shuffle: (list) =>
      list
        .map((value) => ({ value, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ value }) => value),
    fork: (name) => random(hash(`${seed}:${name}`)),
  };
}

/** Creates a seed for a run without one. It is printed so that the run can be repeated. */
export const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

function hash(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  return value >>> 0;
}
