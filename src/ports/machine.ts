/** Information about the process and its machine, for status pages. */
export type Machine = {
  /** Version of the shop. */
  version: string;
  /** When its pages were built; null without a build. */
  builtAt: Date | null;
  startedAt: Date;
  /** The disk with the data on this machine; null when there is none. */
  disk(): Promise<{ freeBytes: number; totalBytes: number } | null>;
};
