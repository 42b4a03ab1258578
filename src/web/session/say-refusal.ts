/**
 * Error messages in the page's language. The server sends English text with a code, and a detail if the code
 * is not specific enough. Translations load with the first error. If they cannot be loaded, the English
 * message is shown.
 */
import { createClient, type SayRefusal } from '#contract/client.ts';
import { createLanguage, english, type Message, type Texts } from '#kernel/language.ts';

type Refusals = { codes: Record<string, string>; texts: Texts };

const loaded = new Map<string, Promise<Refusals | null>>();

function refusalsIn(code: string): Promise<Refusals | null> {
  const cached = loaded.get(code);
  if (cached !== undefined) return cached;
  const call = createClient((input, init) => fetch(input, init), '');
  // Its schemas are too large for the page bundle.
  const translations = import('#contract/site.ts')
    .then(({ readRefusals }) => call(readRefusals, { params: { language: code } }))
    .then(
      (refusals) => refusals as Refusals,
      () => {
        loaded.delete(code);
        return null;
      },
    );
  loaded.set(code, translations);
  return translations;
}

/**
 * Whether the text contains a time. The server formatted it in its time zone, so the browser formats it
 * again.
 */
const hasTime = ({ values = {} }: Message): boolean =>
  Object.values(values).some((value) => typeof value === 'object' && 'time' in value);

export const describeRefusal: SayRefusal = async ({ status, code, text, detail }) => {
  // Without a page, such as in tests, the language is English.
  const lang = typeof document === 'undefined' ? english.code : document.documentElement.lang;
  const refusals = lang === english.code ? null : await refusalsIn(lang);
  if (refusals === null)
    return detail !== null && hasTime(detail) ? english.say(detail.text, detail.values) : text;
  const { say, translate } = createLanguage(lang, refusals.texts);
  if (detail !== null && Object.hasOwn(refusals.texts, detail.text)) return say(detail.text, detail.values);
  // Server errors and missing responses have one message, regardless of their code.
  const isRefusal = status >= 400 && status < 500;
  return (
    (isRefusal && Object.hasOwn(refusals.codes, code) ? refusals.codes[code] : undefined) ?? translate(text)
  );
};
