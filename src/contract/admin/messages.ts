/**
 * Messages of the contact form as conversations: the list, one conversation with its history, and staff's
 * actions. Replies of the sender go to the operator's mailbox and are not included.
 */
import { endpoint } from '#contract/endpoint.ts';
import { Email } from '#contract/values.ts';
import { unknownPlace } from '#kernel/answer-places.ts';
import { idPattern } from '#kernel/ids.ts';
import { z } from 'zod';
import { NoteForm } from './customers.ts';
import { Changed, Day, listQuery, pageOf, Version } from './list.ts';
import { PressKey } from './order-acts.ts';
import { UserId } from './orders.ts';

export const MessageId = z.string().regex(idPattern('msg'), 'Message not found');

export const messageViews = ['open', 'mine', 'closed', 'held_back', 'spam', 'all'] as const;
/** `held_back`: probably sent by a bot, so no notification was sent yet. */
export const messageStates = ['open', 'closed', 'held_back', 'spam'] as const;
export const heldBackReasons = ['honeypot', 'too_fast', 'forged', 'expired', 'links'] as const;

const StaffName = z.object({ id: UserId, name: z.string() });

export const MessageRow = z.object({
  id: MessageId,
  name: z.string(),
  email: z.string(),
  country: z.string(),
  /** The beginning of the message, in one line. */
  beginning: z.string(),
  state: z.enum(messageStates),
  assignedTo: StaffName.nullable(),
  /** Answers that were sent or are queued. */
  answers: z.number().int(),
  receivedAt: z.iso.datetime(),
});

export const messageList = {
  views: messageViews,
  sorts: ['newest', 'oldest'],
  filters: {
    /** Exact match, ignoring case. */
    email: Email('Enter an email address').optional(),
    /** The customer whose confirmed address sent it. */
    customer: UserId.optional(),
    from: Day.optional(),
    to: Day.optional(),
  },
} as const;

export const staffListMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  access: 'staff',
  permission: 'messages.read',
  summary: 'Lists contact messages by view, 50 per page; `mine` shows those assigned to the caller',
  query: listQuery(messageList),
  response: pageOf(MessageRow),
});

/** The delivery of one of our emails. `gone`: its text is no longer stored. */
const deliveries = ['waiting', 'sent', 'given_up', 'gone'] as const;

const Delivery = z.object({
  state: z.enum(deliveries),
  /** When it was sent or failed permanently; null while it waits. */
  at: z.iso.datetime().nullable(),
  /** Why it failed permanently; empty otherwise. */
  problem: z.string(),
});

export const StaffMessage = MessageRow.extend({
  firstName: z.string(),
  lastName: z.string(),
  version: Version,
  changed: Changed,
  message: z.string(),
  contact: z.string(),
  /** The language of the page it was written on. */
  language: z.string(),
  smsConsent: z.boolean(),
  /** The consents that the sender gave with it. */
  consents: z.array(z.string()),
  heldBackBecause: z.enum(heldBackReasons).nullable(),
  releasedAt: z.iso.datetime().nullable(),
  /** The account with this confirmed address. */
  customer: StaffName.nullable(),
  /** Number of other messages from this address, at most 100. */
  others: z.number().int(),
  said: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      at: z.iso.datetime(),
      by: StaffName,
      closes: z.boolean(),
      /** `undoable`: it will be sent in a moment. `taken_back`: it was never sent. */
      state: z.enum(['undoable', 'taken_back', 'written']),
      /** Null until its email is written. */
      delivery: Delivery.nullable(),
    }),
  ),
  /** Automatic emails of the shop: to the operator, and to the sender. */
  emails: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      to: z.string(),
      subject: z.string(),
      at: z.iso.datetime(),
      delivery: Delivery,
    }),
  ),
  notes: z.array(z.object({ id: z.string(), text: z.string(), at: z.iso.datetime(), by: z.string() })),
  /** Staff's actions on it, with times. */
  acts: z.array(z.object({ id: z.string(), what: z.string(), at: z.iso.datetime(), by: z.string() })),
  /** People it can be assigned to; empty for readers who may not assign it. */
  team: z.array(StaffName),
  /** The mailbox that receives the sender's replies; the console does not show them. */
  answersArriveAt: z.string(),
});

const params = z.strictObject({ id: MessageId });
const write = { access: 'staff', permission: 'messages.write', params, response: StaffMessage } as const;

export const staffReadMessage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/{id}',
  access: 'staff',
  permission: 'messages.read',
  summary: 'Returns a message with its replies, notes, and history',
  params,
  response: StaffMessage,
});

const textAtMostCharacters = 5_000;

/** Several lines, with normalized line breaks. */
const longText = (missing: string) =>
  z
    .string({ error: missing })
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(textAtMostCharacters, `At most ${textAtMostCharacters} characters`)
        .refine(
          (text) => !/[\p{Cc}\p{Cs}]/u.test(text.replaceAll(/[\n\t]/g, '')),
          'Remove control characters',
        ),
    );

export const AnswerForm = z.strictObject({
  text: longText('Enter a reply'),
  /** The conversation is closed when the answer is sent. */
  close: z.boolean(),
  version: Version,
});

export const staffAnswerMessage = endpoint({
  ...write,
  method: 'POST',
  path: '/api/admin/messages/{id}/answers',
  summary: 'Replies to a message by email; cancelable for eight seconds',
  headers: PressKey,
  body: AnswerForm,
});

export const staffNoteOnMessage = endpoint({
  ...write,
  method: 'POST',
  path: '/api/admin/messages/{id}/notes',
  summary: 'Adds an internal note to a message',
  body: NoteForm,
});

export const staffAssignMessage = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/admin/messages/{id}/assignment',
  summary: 'Assigns a message to a staff member or unassigns it',
  body: z.strictObject({ to: UserId.nullable(), version: Version }),
});

/** The first time a held message is opened, it is forwarded and acknowledged. */
export const staffMoveMessage = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/admin/messages/{id}/state',
  summary: 'Closes or reopens a message, or marks it as spam',
  body: z.strictObject({ state: z.enum(['open', 'closed', 'spam']), version: Version }),
});

/** An answer template for repeated use. */
export const AnswerTemplate = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  version: Version,
  createdAt: z.iso.datetime(),
  changed: Changed,
});

const templateFields = {
  name: z
    .string()
    .trim()
    .min(1, 'Name is required')
    .max(80, 'At most 80 characters')
    .regex(/^[^\p{C}]*$/u, 'Remove control characters'),
  text: longText('Text is required').superRefine((text, context) => {
    const unknown = unknownPlace(text);
    if (unknown !== null)
      context.addIssue({
        code: 'custom',
        message: `${unknown} is not a placeholder. Use {firstName} or {lastName}`,
      });
  }),
};
export const TemplateDraft = z.strictObject(templateFields);
export const TemplateEdit = z.strictObject({ ...templateFields, version: Version });

const template = z.strictObject({ id: z.string().regex(idPattern('tpl'), 'Template not found') });

export const staffListTemplates = endpoint({
  method: 'GET',
  path: '/api/admin/answer-templates',
  access: 'staff',
  permission: 'messages.read',
  summary: 'Lists reply templates by name',
  response: z.object({ templates: z.array(AnswerTemplate) }),
});

export const staffCreateTemplate = endpoint({
  method: 'POST',
  path: '/api/admin/answer-templates',
  access: 'staff',
  permission: 'messages.write',
  summary: 'Creates a reply template',
  body: TemplateDraft,
  response: AnswerTemplate,
});

export const staffEditTemplate = endpoint({
  method: 'PUT',
  path: '/api/admin/answer-templates/{id}',
  access: 'staff',
  permission: 'messages.write',
  summary: 'Updates a reply template',
  params: template,
  body: TemplateEdit,
  response: AnswerTemplate,
});

export const staffDeleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/admin/answer-templates/{id}',
  access: 'staff',
  permission: 'messages.write',
  summary: 'Deletes a reply template; sent replies stay',
  params: template,
  response: z.object({ id: z.string() }),
});
