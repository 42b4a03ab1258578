/**
 * Refusals in the language of the page. The server says them in English, with a code, and a detail where the code alone does not say it all.
 * The texts of another language are fetched with the first refusal; where they cannot be, the English sentence is better than none.
 */
import { createClient, type SayRefusal } from '#contract/client.ts';
import { createLanguage, english, type Message, type Texts } from '#kernel/language.ts';

type Refusals = { codes: Record<string, string>; texts: Texts };

const loaded = new Map<string, Promise<Refusals | null>>();

function refusalsIn(code: string): Promise<Refusals | null> {
  const known = loaded.get(code);
  if (known !== undefined) return known;
  const call = createClient((input, init) => fetch(input, init), '');
  // With its schemas it is not part of a page.
  const asked = import('#contract/site.ts')
    .then(({ readRefusals }) => call(readRefusals, { params: { language: code } }))
    .then(
      (refusals) => refusals as Refusals,
      () => {
        loaded.delete(code);
        return null;
      },
    );
  loaded.set(code, asked);
  return asked;
}

/** The server wrote the sentence in its own time zone. */
const hasTime = ({ values = {} }: Message): boolean => Object.values(values).some((value) => typeof value === 'object' && 'time' in value);

export const sayRefusal: SayRefusal = async ({ status, code, text, detail }) => {
  // A caller without a page, such as a test of what is called, reads English.
  const lang = typeof document === 'undefined' ? english.code : document.documentElement.lang;
  const refusals = lang === english.code ? null : await refusalsIn(lang);
  if (refusals === null) return detail !== null && hasTime(detail) ? english.say(detail.text, detail.values) : text;
  const { say, known } = createLanguage(lang, refusals.texts);
  if (detail !== null && Object.hasOwn(refusals.texts, detail.text)) return say(detail.text, detail.values);
  // An accident, or no answer at all, is said in one way whatever its code.
  const isRefusal = status >= 400 && status < 500;
  return (isRefusal && Object.hasOwn(refusals.codes, code) ? refusals.codes[code] : undefined) ?? known(text);
};
