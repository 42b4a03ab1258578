/** The process and the machine below it, for whoever wants to know how the shop does. */
export type Machine = {
  /** Of the program. */
  version: string;
  /** When its pages were built; null where none are. */
  builtAt: Date | null;
  startedAt: Date;
  /** Where data lie on this machine; null where it keeps none. */
  disk(): Promise<{ freeBytes: number; totalBytes: number } | null>;
};
