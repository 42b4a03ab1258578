/** The browser interface of the stories, independent of engine and protocol. */

/** A control on the page. */
export type Control = {
  isShown(): Promise<boolean>;
  click(): Promise<void>;
  type(text: string): Promise<void>;
};

export type Engine = {
  open(url: string): Promise<void>;
  /**
   * All controls that match an XPath now, on the page or in the frame with this title. Empty if there is no
   * such frame.
   */
  all(path: string, frameTitle?: string): Promise<Control[]>;
  /** Evaluates an expression in the page. A promise is awaited. */
  run<T>(expression: string): Promise<T>;
  stop(): Promise<void>;
};

/** Paths of the programs on this machine, found by `programs.ts`. */
export type Programs = { firefox: string; webkitDriver: string; display: string };

declare module 'vitest' {
  interface ProvidedContext {
    programs: Programs;
  }
}
