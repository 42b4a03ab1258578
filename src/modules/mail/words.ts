/**
 * The text of emails, and the operator's replacements. Built-in texts in the code are their own keys;
 * rendering the samples shows which of them a kind uses. Replacements are read in the transaction that writes
 * an email, so they apply from the next one on, in every process. They are English only: an email in another
 * language uses only that language's texts. Path of an edited email:
 * `web/features/admin/content/email-texts`, `edit-words.ts`, this file, the writer of the next email.
 */
import { DomainError } from '#kernel/errors.ts';
import { createLanguage, english, type Language, type Value, type Values } from '#kernel/language.ts';
import { placesIn } from '#kernel/own-words.ts';
import type { PageCode } from '#kernel/page-languages.ts';
import { defaultCompany } from '#content/site.ts';
import type { Tx } from '#platform/database.ts';
import { type Languages, onlyEnglish } from '#platform/languages/languages.ts';
import type { Deps } from '#modules/shared/deps.ts';
import {
  type Email,
  type EmailContent,
  escapeHtml,
  frame,
  spokenBy,
  style,
  textFooter,
} from './emails/layout.ts';
import { type EmailKind, emailKinds, type SampleFacts } from './emails/samples.ts';
import { type Sender, type SenderDeps, senderOf } from './sender.ts';
import * as store from './words-store.ts';

/** The part shared by all emails. */
export const everyEmail = 'every_email';

const endOfEvery: EmailKind = {
  group: 'Orders',
  title: 'The end of every email',
  samples: {
    Email: ({ publicOrigin, company }) =>
      spokenBy((language) => {
        const subject = 'The end of every email';
        const rows = [
          `<tr><td class="pad ink" style="padding:36px;${style.ink}">${escapeHtml('The text of the email goes here.')}</td></tr>`,
        ];
        return {
          subject,
          text: textFooter({ publicOrigin, company }, language),
          html: frame({ subject, preview: '', publicOrigin, company, rows, language }),
        };
      }),
  },
};

/** Every kind whose texts the operator can change, in display order. */
export const wordedKinds: ReadonlyMap<string, EmailKind> = new Map([
  ...Object.entries(emailKinds),
  [everyEmail, endOfEvery],
]);

export type Part = { ours: string; isSubject: boolean; places: string[] };

const factsOf = (sender: Sender, at: Date): SampleFacts => ({ ...sender, firstName: 'Kofi', at });
/** With and without a name, because the greeting has a text for each. */
const anyFacts = ['Kofi', ''].map((firstName) => ({
  ...factsOf(
    { publicOrigin: 'https://shop.example', company: defaultCompany },
    new Date('2026-11-25T09:00:00Z'),
  ),
  firstName,
}));

/** In the order of use; a nested text, such as a reason, follows its container. */
function textsOf(email: Email): string[] {
  const texts = new Set<string>();
  const collect = (text: string, values: Values = {}): void => {
    texts.add(text);
    for (const value of Object.values(values)) collectNested(value);
  };
  const collectNested = (value: Value): void => {
    if (typeof value === 'object' && 'text' in value) collect(value.text, value.values);
  };
  const { say: ours, sayWith: oursWith } = english;
  const listening: Language = {
    ...english,
    say: (text, values) => {
      collect(text, values);
      return ours(text, values);
    },
    sayWith: (text, nodes) => {
      collect(text);
      return oursWith(text, nodes);
    },
  };
  email.saidBy(listening);
  return [...texts];
}

const samplesOf = ({ samples }: EmailKind): Email[] =>
  anyFacts.flatMap((facts) => Object.values(samples).map((sample) => sample(facts)));

const partsByKind = new Map<string, Part[]>();

/** Throws `not_found` for an unknown kind. */
export function partsOf(kind: string): Part[] {
  const found = partsByKind.get(kind);
  if (found !== undefined) return found;
  const samples = samplesOf(kindNamed(kind)).map(textsOf);
  const subjects = new Set(kind === everyEmail ? [] : samples.map(([subject = '']) => subject));
  const shared = new Set(kind === everyEmail ? [] : samplesOf(endOfEvery).flatMap(textsOf));
  const parts = [...new Set(samples.flat())]
    .filter((text) => !shared.has(text))
    .map((text) => ({ ours: text, isSubject: subjects.has(text), places: placesIn(text) }));
  partsByKind.set(kind, parts);
  return parts;
}

export function kindNamed(kind: string): EmailKind {
  const found = wordedKinds.get(kind);
  if (found === undefined) throw new DomainError('not_found', 'Email not found');
  return found;
}

export type OwnTexts = Readonly<Record<string, string>>;

/** Applies the operator's texts to an email, if there are any. */
const inWords = (email: EmailContent | Email, texts: OwnTexts): EmailContent =>
  'saidBy' in email && Object.keys(texts).length > 0
    ? email.saidBy(createLanguage(english.code, texts))
    : email;

/**
 * An email is in one language. A translation is used only if it covers its kind, the footer, and every
 * additional text of this email. A receipt for an order on credit has such texts.
 */
const speaks = (language: Language, kind: string, email: Email): boolean =>
  [kind, everyEmail].every(
    (kind) => wordedKinds.has(kind) && partsOf(kind).every(({ ours }) => language.hasTranslation(ours)),
  ) && textsOf(email).every((text) => language.hasTranslation(text));

type Draft = store.Addressed & { kind: string; email: EmailContent | Email; language?: PageCode };

/**
 * Returns the emails as they will be sent, each in the language of its order or recipient. At most two
 * statements, for any number of emails.
 */
export async function chooseWords(
  tx: Tx,
  drafts: Draft[],
  languages: Languages = onlyEnglish,
): Promise<EmailContent[]> {
  const spoken = drafts.filter(({ email }) => 'saidBy' in email);
  if (spoken.length === 0) return drafts.map(({ email }) => email);
  const withoutLanguage =
    languages === onlyEnglish ? [] : spoken.filter(({ language }) => language === undefined);
  const codes = withoutLanguage.length === 0 ? [] : await store.languagesOf(tx, withoutLanguage);
  const chosen = await store.current(tx, [...spoken.map(({ kind }) => kind), everyEmail]);
  return drafts.map((draft) => {
    const { kind, email } = draft;
    const language = languages.find(draft.language ?? codes[withoutLanguage.indexOf(draft)]);
    const isTranslated = 'saidBy' in email && language.code !== english.code && speaks(language, kind, email);
    const content = isTranslated
      ? email.saidBy(language)
      : inWords(email, { ...chosen.get(everyEmail), ...chosen.get(kind) });
    return { subject: content.subject, text: content.text, html: content.html };
  });
}

/** A sample email of the kind with made-up data. Throws `not_found`. */
export function sampleIn(
  deps: SenderDeps & Pick<Deps, 'clock'>,
  { kind, sample, texts }: { kind: string; sample: string; texts: OwnTexts },
): EmailContent {
  const make = kindNamed(kind).samples[sample];
  if (make === undefined) throw new DomainError('not_found', 'Sample not found');
  assertOwn(kind, texts);
  return inWords(make(factsOf(senderOf(deps), deps.clock.now())), texts);
}

/** Throws `invalid_request` for a replacement of a text that this kind does not use. */
export function assertOwn(kind: string, texts: OwnTexts): void {
  const ownTexts = new Set(partsOf(kind).map((part) => part.ours));
  const unknownText = Object.keys(texts).find((text) => !ownTexts.has(text));
  if (unknownText !== undefined)
    throw new DomainError('invalid_request', `This email has no text “${unknownText}”`);
}
