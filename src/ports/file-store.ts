/**
 * Stores files that staff upload and that are public. A name is a path of letters, digits, `-`, `_`, `.`, and
 * `/`, chosen by us.
 */
export type FileStore = {
  /** Atomic. Replaces an existing file of this name. */
  write(name: string, content: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is no file of this name. */
  read(name: string): Promise<Uint8Array | null>;
  /** Safe to repeat. */
  remove(name: string): Promise<void>;
};
