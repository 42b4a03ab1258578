/** What the stories need of a browser, whichever engine it has and whichever protocol leads it. */

/** A control on the page. */
export type Control = {
  isShown(): Promise<boolean>;
  click(): Promise<void>;
  type(text: string): Promise<void>;
};

export type Engine = {
  open(url: string): Promise<void>;
  /** All controls that an XPath finds now, on the page or in the frame with this title. None while there is no such frame. */
  all(path: string, frameTitle?: string): Promise<Control[]>;
  /** The value of an expression in the page; a promise is waited for. */
  run<T>(expression: string): Promise<T>;
  stop(): Promise<void>;
};

/** Where the programs are on this machine (tools/engines.ts finds them). */
export type Programs = { firefox: string; webkitDriver: string; display: string };

declare module 'vitest' {
  interface ProvidedContext {
    programs: Programs;
  }
}
