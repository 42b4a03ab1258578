/** A cache in front of the shop that stores its public pages for visitors: a CDN, or the operator's own. */
export type Edge = {
  /**
   * Invalidates everything tagged with one of these keys. Safe to repeat. Rejects with a sentence when
   * success is not certain.
   */
  purge(keys: readonly string[]): Promise<void>;
};
