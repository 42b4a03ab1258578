/**
 * Translates the shop's texts for the reader. The code has English texts, which are the keys of the catalogs;
 * English itself needs no lookup. There is no global state: each request, page, and email uses its own
 * language object. Decision 0046.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import { formatDate } from './dates.ts';
import { locale } from './locale.ts';
import { type Cents, formatMoney } from './money.ts';
import { parseText, type TextElement } from './text-elements.ts';

/**
 * The value of a placeholder. Each language formats waits, days (such as `2026-11-24`), months (`2026-11`),
 * and times (an ISO instant, in the time zone of the reader's machine). Dollars are formatted as on the
 * invoice in every language.
 */
export type Value =
  | string
  | number
  | { seconds: number }
  | { day: string }
  | { month: string }
  | { time: string }
  | { cents: Cents }
  | Message;
export type Values = Readonly<Record<string, Value>>;
/**
 * An English text in ICU MessageFormat, with its values: `Cart, {count, plural, one {# item} other {#
 * items}}`.
 */
export type Message = { text: string; values?: Values };

/**
 * Translations by English text. Those with placeholders or plurals are already parsed, so that browsers need
 * no parser.
 */
export type Texts = Readonly<Record<string, string | readonly TextElement[]>>;

/**
 * Throws for a missing value. The text must be a literal: the catalogs are checked against the texts in the
 * code.
 */
export type Say = (text: string, values?: Values) => string;

export type Language = {
  /** BCP 47 code. */
  code: string;
  direction: 'ltr' | 'rtl';
  say: Say;
  /** The same with page nodes among the words, such as a link. Returns the pieces in order. */
  sayWith: <Node extends object>(text: string, nodes: Readonly<Record<string, Node>>) => (string | Node)[];
  /** Translates an English sentence made elsewhere by `phrase`. An unknown one is returned unchanged. */
  translate: (english: string) => string;
  /** Formats a calendar day, such as `2026-11-24`. */
  day: (day: string) => string;
  /** True when nothing in the text stays English; always true in English itself. */
  hasTranslation: (english: string) => boolean;
};

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);
/**
 * Numbers are formatted as on the invoice and in authorities' documents: `1,149.50`. Arabic uses the same
 * digits.
 */
const habitsOf = (code: string): string => ({ es: 'es-US', ar: 'ar-u-nu-latn' })[code] ?? code;

export function createLanguage(code: string, texts: Texts): Language {
  const formats = new Map<string, IntlMessageFormat>();
  const formatOf = (text: string): IntlMessageFormat => {
    let format = formats.get(text);
    if (format === undefined) {
      const translation = Object.hasOwn(texts, text) ? (texts[text] ?? text) : text;
      // Only our own texts are cached here, so the cache is bounded by their number.
      format = new IntlMessageFormat(
        (typeof translation === 'string' ? parseText(translation) : translation) as ConstructorParameters<
          typeof IntlMessageFormat
        >[0],
        habitsOf(code),
      );
      formats.set(text, format);
    }
    return format;
  };
  const say: Say = (text, values) => {
    if (values === undefined) return plainIn(texts, text);
    const spoken = Object.entries(values).map(([name, value]): [string, string | number] => [
      name,
      speak(language, value),
    ]);
    return String(formatOf(text).format(Object.fromEntries(spoken)));
  };
  const language: Language = {
    code,
    direction: rightToLeft.has(code.replace(/-.*/, '')) ? 'rtl' : 'ltr',
    say,
    sayWith: <Node extends object>(text: string, nodes: Readonly<Record<string, Node>>) => {
      const parts = formatOf(text).format<Node>(nodes as Record<string, never>);
      return (Array.isArray(parts) ? parts : [parts]) as (string | Node)[];
    },
    translate: (english) => {
      const message = messages.get(english);
      return message === undefined ? plainIn(texts, english) : say(message.text, message.values);
    },
    day: (day) => String(speak(language, { day })),
    hasTranslation: (sentence) =>
      code === locale.slice(0, 2) || Object.hasOwn(texts, messages.get(sentence)?.text ?? sentence),
  };
  return language;
}

function plainIn(texts: Texts, text: string): string {
  const translation = Object.hasOwn(texts, text) ? texts[text] : undefined;
  return typeof translation === 'string' ? translation : text;
}

function speak(language: Language, value: Value): string | number {
  if (typeof value !== 'object') return value;
  if ('text' in value) return language.say(value.text, value.values);
  if ('seconds' in value) return waitIn(language.code, value.seconds);
  if ('day' in value) return dayIn(language.code, value.day);
  if ('month' in value) return monthIn(language.code, value.month);
  if ('time' in value) return timeIn(language.code, value.time);
  const amount = formatMoney(value.cents);
  // Isolated, so that it reads from left to right.
  return language.direction === 'rtl' ? `\u2066${amount}\u2069` : amount;
}

/** "in 30 seconds", "in 60 minutes". Rounded up, so that a retry after this time is never too early. */
const waitIn = (code: string, seconds: number): string =>
  new Intl.RelativeTimeFormat(habitsOf(code)).format(
    ...((seconds < 60
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : [Math.ceil(seconds / 60), 'minute']) as [number, 'second']),
  );

/** A day in the language's form: "21st November 2026", "21 de noviembre de 2026". */
export const dayIn = (code: string, day: string): string =>
  code === english.code
    ? formatDate(day)
    : new Intl.DateTimeFormat(habitsOf(code), { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(day));

/** "November 2026", "noviembre de 2026". */
const monthIn = (code: string, month: string): string =>
  new Intl.DateTimeFormat(habitsOf(code), { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(month),
  );

/**
 * "2:05 PM UTC": with its time zone, because the reader's may differ from the server's. No-break spaces keep
 * it on one line.
 */
const timeIn = (code: string, time: string): string =>
  new Intl.DateTimeFormat(habitsOf(code), {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(new Date(time))
    .replaceAll(/\s/g, '\u00a0');

export const english = createLanguage(locale.replace(/-.*/, ''), {});

/** Marks a text that is translated elsewhere, such as an error message. */
export const worded = (text: string, values?: Values): Message => ({ text, ...(values && { values }) });

/**
 * The message behind each English sentence with values. Schemas create theirs once, when they are built, so
 * there are few.
 */
const messages = new Map<string, Message>();

/**
 * Marks an English sentence that is translated elsewhere with `translate`, such as by a form field. Use it
 * only for values with few variants, because every sentence is cached.
 */
export function phrase(text: string, values?: Values): string {
  const sentence = english.say(text, values);
  messages.set(sentence, worded(text, values));
  return sentence;
}

/** The message behind a sentence of `phrase`; any other sentence is returned unchanged. */
export const messageOf = (sentence: string): Message | string => messages.get(sentence) ?? sentence;
