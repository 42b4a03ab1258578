/**
 * What the shop says, in its reader's language. A text stands in the code in English, and by that English it is looked up in a catalog: in
 * English nothing is. Nothing here is global: each request, page and email speaks through a language of its own. Decision 0046.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import { formatDate } from './dates.ts';
import { locale } from './locale.ts';
import { type Cents, formatMoney } from './money.ts';
import { parseText, type TextElement } from './text-elements.ts';

/** What stands in the place of a name in a text; each language writes waits, days (such as `2026-11-24`), months (`2026-11`), and times (an ISO instant, in the zone of the reader's machine) in its own way; dollars are written as on the invoice in all of them. */
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
/** An English text in ICU MessageFormat, and what stands in it: `Cart, {count, plural, one {# item} other {# items}}`. */
export type Message = { text: string; values?: Values };

/** English texts with what is said in their place; one with names or plurals is read already, so that no reader of such texts travels. */
export type Texts = Readonly<Record<string, string | readonly TextElement[]>>;

/** Throws for a value that is left out. The text has to be a literal: the catalogs are checked against the texts in the code. */
export type Say = (text: string, values?: Values) => string;

export type Language = {
  /** As BCP 47 writes it. */
  code: string;
  direction: 'ltr' | 'rtl';
  say: Say;
  /** The same with nodes of a page among the words, such as a link: the pieces in their order. */
  sayWith: <Node extends object>(text: string, nodes: Readonly<Record<string, Node>>) => (string | Node)[];
  /** For an English sentence that was made elsewhere, by `phrase`. One that no catalog knows stays as it is. */
  known: (english: string) => string;
  /** A day of the calendar, such as `2026-11-24`, in words. */
  day: (day: string) => string;
  /** True where nothing is left in English: also in English itself. */
  knows: (english: string) => boolean;
};

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);
/** Numbers are written as on the invoice and by the authorities who are told of: `1,149.50`, and in Arabic in the digits that all of them use. */
const habitsOf = (code: string): string => ({ es: 'es-US', ar: 'ar-u-nu-latn' })[code] ?? code;

export function createLanguage(code: string, texts: Texts): Language {
  const formats = new Map<string, IntlMessageFormat>();
  const formatOf = (text: string): IntlMessageFormat => {
    let format = formats.get(text);
    if (format === undefined) {
      const said = Object.hasOwn(texts, text) ? (texts[text] ?? text) : text;
      // What is made of our own texts is as many as there are texts.
      format = new IntlMessageFormat(
        (typeof said === 'string' ? parseText(said) : said) as ConstructorParameters<typeof IntlMessageFormat>[0],
        habitsOf(code),
      );
      formats.set(text, format);
    }
    return format;
  };
  const say: Say = (text, values) => {
    if (values === undefined) return plainIn(texts, text);
    const spoken = Object.entries(values).map(([name, value]): [string, string | number] => [name, speak(language, value)]);
    return String(formatOf(text).format(Object.fromEntries(spoken)));
  };
  const language: Language = {
    code,
    direction: rightToLeft.has(code.replace(/-.*/, '')) ? 'rtl' : 'ltr',
    say,
    sayWith: <Node extends object>(text: string, nodes: Readonly<Record<string, Node>>) => {
      const said = formatOf(text).format<Node>(nodes as Record<string, never>);
      return (Array.isArray(said) ? said : [said]) as (string | Node)[];
    },
    known: (english) => {
      const message = messages.get(english);
      return message === undefined ? plainIn(texts, english) : say(message.text, message.values);
    },
    day: (day) => String(speak(language, { day })),
    knows: (sentence) => code === locale.slice(0, 2) || Object.hasOwn(texts, messages.get(sentence)?.text ?? sentence),
  };
  return language;
}

function plainIn(texts: Texts, text: string): string {
  const said = Object.hasOwn(texts, text) ? texts[text] : undefined;
  return typeof said === 'string' ? said : text;
}

function speak(language: Language, value: Value): string | number {
  if (typeof value !== 'object') return value;
  if ('text' in value) return language.say(value.text, value.values);
  if ('seconds' in value) return waitIn(language.code, value.seconds);
  if ('day' in value) return dayIn(language.code, value.day);
  if ('month' in value) return monthIn(language.code, value.month);
  if ('time' in value) return timeIn(language.code, value.time);
  const amount = formatMoney(value.cents);
  // Kept together, from left to right.
  return language.direction === 'rtl' ? `\u2066${amount}\u2069` : amount;
}

/** "in 30 seconds", "in 60 minutes". Rounded up: whoever comes after so long is not too early. */
const waitIn = (code: string, seconds: number): string =>
  new Intl.RelativeTimeFormat(habitsOf(code)).format(
    ...((seconds < 60 ? [Math.max(1, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute']) as [number, 'second']),
  );

/** A day as the language writes it: "21st November 2026", "21 de noviembre de 2026". */
export const dayIn = (code: string, day: string): string =>
  code === english.code
    ? formatDate(day)
    : new Intl.DateTimeFormat(habitsOf(code), { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(day));

/** "November 2026", "noviembre de 2026". */
const monthIn = (code: string, month: string): string =>
  new Intl.DateTimeFormat(habitsOf(code), { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(month));

/** "2:05 PM UTC": with its zone, because the reader's machine may be in another one than the server. */
const timeIn = (code: string, time: string): string =>
  new Intl.DateTimeFormat(habitsOf(code), { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).format(new Date(time));

export const english = createLanguage(locale.replace(/-.*/, ''), {});

/** Marks a text that is said elsewhere, such as a refusal. */
export const worded = (text: string, values?: Values): Message => ({ text, ...(values && { values }) });

/** How the English sentences with values in them were made. Schemas say theirs once, when they are built, so they are few. */
const messages = new Map<string, Message>();

/**
 * Marks an English sentence that is said elsewhere, such as by the field of a form, which asks `known`. Only for values of which there are
 * few: each sentence is remembered.
 */
export function phrase(text: string, values?: Values): string {
  const sentence = english.say(text, values);
  messages.set(sentence, worded(text, values));
  return sentence;
}

/** The text behind a sentence of `phrase`; any other sentence as it is. */
export const messageOf = (sentence: string): Message | string => messages.get(sentence) ?? sentence;
