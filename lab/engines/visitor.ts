/**
 * A visitor of the shop in one of the engines. Finds controls by their text and waits until they are there.
 */
import { until } from '#test/until.ts';
import type { Control, Engine } from './engine.ts';

export type Visitor = ReturnType<typeof visitorIn>;

const quoted = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`);

/** Matches the full text of a control, including text for screen readers only. */
const hasLabel = (words: string): string =>
  `[normalize-space()=${quoted(words)} or @aria-label=${quoted(words)}]`;

export const a = {
  button: (words: string, within = ''): string => `${within}//button${hasLabel(words)}`,
  link: (words: string, within = ''): string => `${within}//a${hasLabel(words)}`,
  /** The control that a label belongs to. */
  field: (label: string): string => `//*[@id=//label[normalize-space()=${quoted(label)}]/@for]`,
  lookUp: (label: string): string =>
    `//input[@role='combobox'][@id=//label[normalize-space()=${quoted(label)}]/@for]`,
  option: (words: string): string => `//*[@role='option']${hasLabel(words)}`,
  text: (words: string): string => `//*[text()[contains(normalize-space(), ${quoted(words)})]]`,
  product: (name: string): string =>
    `//main//li[.//h2[normalize-space()=${quoted(name)}] or .//h3[normalize-space()=${quoted(name)}]]`,
};

/** A changing page may remove a control between two calls. Such a click did nothing and may be repeated. */
const isGone = (error: unknown): boolean =>
  /stale|no such|detached/i.test(`${(error as Error).name} ${(error as Error).message}`);

export function visitorIn(engine: Engine, origin: string) {
  const shown = async (path: string, frame: string | undefined): Promise<Control | null> => {
    for (const control of await engine.all(path, frame)) if (await control.isShown()) return control;
    return null;
  };
  /** Uses the first visible control with this path as soon as there is one. */
  const withControl = (
    path: string,
    frame: string | undefined,
    use: (control: Control) => Promise<void>,
  ): Promise<true> =>
    until(`${path} is to be seen`, async () => {
      // Reading a page or frame fails in many ways while it loads.
      const control = await shown(path, frame).catch(() => null);
      if (control === null) return false;
      return use(control).then(
        () => true as const,
        (error: unknown) => {
          if (isGone(error)) return false;
          throw error;
        },
      );
    }).catch(async (error: unknown) => {
      const seen = await engine.run<string>(
        'location.pathname + "\\n" + document.querySelector("main")?.innerText',
      );
      throw new Error(`${(error as Error).message}\n${path}\nSeen on ${seen.slice(0, 3000)}`);
    });
  return {
    engine,
    see: (path: string, frame?: string) => withControl(path, frame, async () => undefined),
    open: (path: string) => engine.open(new URL(path, origin).href),
    press: (path: string, frame?: string) => withControl(path, frame, (control) => control.click()),
    fill: (label: string, text: string, frame?: string) =>
      withControl(a.field(label), frame, (control) => control.type(text)),
    type: (path: string, text: string) => withControl(path, undefined, (control) => control.type(text)),
    /** Types part of a name into a combobox and clicks the wanted option. */
    lookUp: async (label: string, option: string) => {
      await withControl(a.lookUp(label), undefined, (control) => control.click());
      await withControl(a.lookUp(label), undefined, (control) => control.type(option));
      await withControl(a.option(option), undefined, (control) => control.click());
    },
    arrive: (path: string) =>
      until(`${path} is open`, () => runOrFalse(engine, `location.pathname === ${JSON.stringify(path)}`)),
    /** Waits until an expression is true in the page. */
    is: (what: string, expression: string) => until(what, () => runOrFalse(engine, expression)),
  };
}

/** Returns false while the page navigates. */
const runOrFalse = (engine: Engine, expression: string): Promise<boolean> =>
  engine.run<boolean>(expression).catch(() => false);
