/** A cache in front of the shop that keeps its public pages for visitors: a CDN's, or one of the operator's own. */
export type Edge = {
  /** Has everything that carries one of these keys asked for anew. Safe to repeat. Rejects with a sentence when it is not sure to have happened. */
  purge(keys: readonly string[]): Promise<void>;
};
