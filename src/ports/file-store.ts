/** Where files are kept that people upload and everybody sees. A name is a path of letters, digits, `-`, `_`, `.` and `/`, chosen by us. */
export type FileStore = {
  /** Whole or not at all. What stood under the name is replaced. */
  write(name: string, content: Uint8Array, contentType: string): Promise<void>;
  /** Null where there is nothing under the name. */
  read(name: string): Promise<Uint8Array | null>;
  /** Safe to repeat. */
  remove(name: string): Promise<void>;
};
