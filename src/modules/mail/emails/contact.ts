/**
 * The two emails about a message from the contact form. The operator's email quotes the message as text
 * without links. The sender's email repeats nothing that was typed, not even a name: otherwise the form could
 * be used to send spam.
 */
import { spelledPhone } from '#kernel/phone-numbers.ts';
import { countryName } from '#kernel/countries.ts';
import { formatDate } from '#kernel/dates.ts';
import { english, type Language } from '#kernel/language.ts';
import { site } from '#content/site.ts';
import type { Sender } from '#modules/mail/sender.ts';
import {
  type Email,
  type EmailContent,
  escapeHtml,
  frame,
  oneLine,
  spokenBy,
  style,
  textFooter,
  withMarkup,
} from './layout.ts';

export type ContactMessage = Sender & {
  firstName: string;
  lastName: string;
  email: string;
  contact: string;
  country: string;
  message: string;
  smsConsent: boolean;
  receivedAt: Date;
};

export function contactMessageEmail(message: ContactMessage): EmailContent {
  const name = oneLine(`${message.firstName} ${message.lastName}`);
  const subject = `Message from ${name}`;
  const facts: [label: string, value: string, html?: string][] = [
    ['Name', name, unlinked(name)],
    ['Email', oneLine(message.email)],
    ['Contact', spelledPhone(oneLine(message.contact))],
    ['Country', countryName(oneLine(message.country))],
    [
      'Text messages',
      message.smsConsent ? 'Agreed to customer-care text messages' : 'Did not agree to text messages',
    ],
    ['Received', `${formatDate(message.receivedAt)}, ${message.receivedAt.toISOString().slice(11, 16)} UTC`],
  ];
  const opening = 'A message from the contact form. Reply to this email to answer the sender.';
  const rows = [
    `<tr><td class="pad ink" style="padding:36px 36px 8px;${style.ink}">
<h1 class="title ink" style="margin:0 0 10px;${style.ink}font-size:25px;line-height:1.2;font-weight:700;letter-spacing:-0.02em;">Message from ${unlinked(name)}</h1>
<p style="margin:0;">${opening}</p></td></tr>`,
    `<tr><td class="pad" style="padding:16px 36px 4px;"><table width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.font}font-size:16px;line-height:1.45;">${facts.map(factRow).join('')}</table></td></tr>`,
    `<tr><td class="pad" style="padding:16px 36px 36px;"><table role="presentation" class="band" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4efe4;border-radius:10px;${style.font}"><tr><td class="ink" style="padding:16px 18px;${style.ink}font-size:16px;line-height:1.55;overflow-wrap:anywhere;word-break:break-word;">${unlinked(message.message).replaceAll('\n', '<br>')}</td></tr></table></td></tr>`,
  ];
  const text = [
    opening,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    ...message.message.split('\n').map((line) => `> ${oneLine(line)}`),
    '',
    textFooter(message),
    '',
  ].join('\n');
  return {
    subject,
    text,
    // The HTML title contains no user input, because a name could imitate an address.
    html: frame({
      subject: 'Message from the contact form',
      preview: `From the contact form, ${facts[3]?.[1] ?? ''}`,
      publicOrigin: message.publicOrigin,
      company: message.company,
      rows,
    }),
  };
}

const factRow = ([label, value, html = escapeHtml(value)]: [string, string, string?]): string =>
  `<tr><th class="quiet line" scope="row" align="left" width="130" style="padding:9px 12px 9px 0;${style.line}${style.quiet}font-size:14px;font-weight:400;vertical-align:top;">${label}</th>` +
  `<td class="ink line" style="padding:9px 0;${style.line}${style.ink}vertical-align:top;overflow-wrap:anywhere;word-break:break-word;">${html}</td></tr>`;

/**
 * Mail programs turn anything that looks like an address into a link. A zero-width space after each dot,
 * colon, slash and at sign prevents that without changing the look. Not applied to the address and the
 * number, which were validated and are meant to be copied.
 */
const unlinked = (text: string): string => escapeHtml(text.replace(/[.:/@](?=\S)/g, '$&\u200b'));

/** In English the operator's texts apply. */
export const contactReceivedEmail = ({
  language,
  ...sender
}: Sender & {
  language: Language;
}): EmailContent | Email =>
  language.code === english.code ? contactReceived(sender) : receivedIn(sender, language);

export const contactReceived = (sender: Sender): Email =>
  spokenBy((language) => receivedIn(sender, language));

function receivedIn(sender: Sender, language: Language): EmailContent {
  const { say, sayWith } = language;
  const subject = say('We have received your message');
  const paragraphs = [
    say(
      'Thank you for writing to {name}. We have received your message and usually answer by email within one business day.',
      {
        name: site.name,
      },
    ),
    say('To add something, reply to this email.'),
    say(
      'If you did not write to us, someone typed your address by mistake. You can ignore this email: we have not added you to any list.',
    ),
  ];
  const faq = `${sender.publicOrigin}/faq`;
  const link = `<a class="ink" href="${escapeHtml(faq)}" style="${style.ink}">${escapeHtml(say('frequently asked questions'))}</a>`;
  const rows = [
    `<tr><td class="pad ink" style="padding:36px 36px 32px;${style.ink}">
<h1 class="title ink" style="margin:0 0 14px;${style.ink}font-size:29px;line-height:1.2;font-weight:700;letter-spacing:-0.02em;">${escapeHtml(subject)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 14px;">${escapeHtml(paragraph)}</p>`).join('\n')}
<p style="margin:0;">${withMarkup(sayWith('You may find your answer here: {link}', { link: { html: link } }))}</p></td></tr>`,
  ];
  const text = [
    subject,
    '',
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    say('You may find your answer here: {link}', { link: faq }),
    '',
    textFooter(sender, language),
    '',
  ].join('\n');
  const preview = say('We usually answer within one business day.');
  return { subject, text, html: frame({ subject, preview, ...sender, rows, language }) };
}

type Answered = Sender & Pick<ContactMessage, 'message' | 'receivedAt'> & { answer: string };

/** Written by staff, with the original message below. The quote is plain text without links. */
export const contactAnswerEmail = ({
  language,
  ...answered
}: Answered & { language: Language }): EmailContent | Email =>
  language.code === english.code ? contactAnswer(answered) : answerIn(answered, language);

export const contactAnswer = (answered: Answered): Email =>
  spokenBy((language) => answerIn(answered, language));

function answerIn(
  { answer, message, receivedAt, publicOrigin, company }: Answered,
  language: Language,
): EmailContent {
  const sender = { publicOrigin, company };
  const { say } = language;
  const subject = say('Re: Your message to {name}', { name: site.name });
  const wrote = say('You wrote on {day}:', { day: { day: receivedAt.toISOString().slice(0, 10) } });
  const hint = say('To write back, reply to this email.');
  const paragraphs = answer
    .split(/\n{2,}/)
    .map((paragraph) => escapeHtml(paragraph).replaceAll('\n', '<br>'));
  const rows = [
    `<tr><td class="pad ink" style="padding:36px 36px 16px;${style.ink}overflow-wrap:anywhere;word-break:break-word;">
${paragraphs.map((paragraph) => `<p style="margin:0 0 14px;">${paragraph}</p>`).join('\n')}</td></tr>`,
    `<tr><td class="pad quiet" style="padding:0 36px 12px;${style.quiet}${style.font}font-size:14px;">${escapeHtml(hint)}</td></tr>`,
    `<tr><td class="pad quiet" style="padding:8px 36px 34px;${style.quiet}${style.font}font-size:14px;line-height:1.55;overflow-wrap:anywhere;word-break:break-word;">
<p class="line quiet" style="margin:0 0 8px;padding:16px 0 0;${style.line}${style.quiet}">${escapeHtml(wrote)}</p>
<p style="margin:0;">${unlinked(message).replaceAll('\n', '<br>')}</p></td></tr>`,
  ];
  const text = [
    answer,
    '',
    hint,
    '',
    wrote,
    ...message.split('\n').map((line) => `> ${oneLine(line)}`),
    '',
    textFooter(sender, language),
    '',
  ].join('\n');
  const preview = oneLine(answer).slice(0, 120);
  return { subject, text, html: frame({ subject, preview, ...sender, rows, language }) };
}
