/** Parses a message into the parts that a mail program shows. */
import { simpleParser } from 'mailparser';

export type Message = {
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: { name: string; value: string }[];
};

export async function parseMessage(raw: Buffer): Promise<Message> {
  const parsed = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true });
  return {
    from:
      parsed.from?.value
        .map(({ name, address = '' }) => (name === '' ? address : `${name} <${address}>`))
        .join(', ') ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html === false ? '' : parsed.html,
    messageId: parsed.messageId ?? '',
    headers: parsed.headerLines.map(({ line }) => {
      const colon = line.indexOf(':');
      return {
        name: line.slice(0, colon),
        value: line
          .slice(colon + 1)
          .replace(/\r?\n\s+/g, ' ')
          .trim(),
      };
    }),
  };
}
