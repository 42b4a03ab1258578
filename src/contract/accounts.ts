/**
 * Accounts and sessions on the wire. Responses never reveal whether an address is registered: register,
 * forgot, and resend always return `{}`. Passwords are used exactly as typed.
 */
import { phrase } from '#kernel/language.ts';
import { idPattern } from '#kernel/ids.ts';
import { staffRoles } from '#kernel/permissions.ts';
import { z } from 'zod';
import { country, phoneNumber } from './billing.ts';
import { Cart } from './carts.ts';
import { endpoint } from './endpoint.ts';
import { Order } from './orders.ts';
import { Dollars, Email, KnownEmail, OrderId, required, SignedDollars } from './values.ts';

const nothing = z.object({});

/**
 * Counted in characters, not UTF-16 units. Lone surrogates are rejected, because they would be stored as
 * something else.
 */
export const newPassword = (requiredMessage = phrase('Password is required')) =>
  z
    .string({ error: requiredMessage })
    .min(1, { error: requiredMessage, abort: true })
    .refine((text) => [...text].length >= 8, phrase('At least 8 characters'))
    .refine((text) => [...text].length <= 128, phrase('At most 128 characters'))
    .refine((text) => !/\p{Surrogate}/u.test(text), phrase('Remove the characters that cannot be shown'));

/** Limited to the length of a new password, so that a caller cannot make the server hash megabytes. */
export const typedPassword = (requiredMessage: string) =>
  z.string({ error: requiredMessage }).min(1, requiredMessage).max(256, phrase('At most 128 characters'));

/** For an account with two-factor login: six digits from the app, or a recovery code. */
export const askedCode = z
  .string({ error: phrase('Code is required') })
  .trim()
  .min(1, phrase('Code is required'))
  .max(40, phrase('The code is incorrect'))
  .optional();

const repeated = z
  .string({ error: phrase('Confirm Password is required') })
  .min(1, phrase('Confirm Password is required'))
  .max(256, phrase('Passwords must match'));

type Both = { password: string; confirmPassword: string };
const bothPasswords = z.object({ password: z.string().min(1), confirmPassword: z.string().min(1) });
/**
 * Checked as soon as both passwords are present; Zod would otherwise wait until all other fields are valid.
 */
const mustMatch = <Schema extends z.ZodType<Both, unknown>>(schema: Schema): Schema =>
  schema.refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: phrase('Passwords must match'),
    when: ({ value }) => bothPasswords.safeParse(value).success,
  });

const personal = {
  firstName: required(phrase('First name is required'), 100),
  lastName: required(phrase('Last name is required'), 100),
  phone: phoneNumber(phrase('Contact is required')),
  address: required(phrase('Address is required'), 300),
  city: required(phrase('City is required'), 100),
  country,
};

const email = Email(phrase('Email is required'));
const knownEmail = KnownEmail(phrase('Email is required'));
export const linkToken = z
  .string({ error: 'This link is incomplete' })
  .min(1, 'This link is incomplete')
  .max(200, 'This link is incomplete');
const browserMark = z.string().regex(/^[\w-]{22,64}$/, 'This mark is not valid');
const anyRefreshToken = z.string().min(1).max(400);
/** The id of a session, or of a support impersonation grant. */
const SessionId = z.union([
  z.string().regex(idPattern('ses'), 'Not found'),
  z.string().regex(idPattern('gra'), 'Not found'),
]);

export const OpenSession = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('own'),
    id: z.string(),
    device: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    current: z.boolean(),
  }),
  /** A member of support may act for the person. The person received the reason by email. */
  z.object({
    kind: z.literal('support'),
    id: z.string(),
    reason: z.string(),
    createdAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
  }),
]);

export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });

export const Registration = mustMatch(
  z.strictObject({
    ...personal,
    userName: required(phrase('Username is required')).refine(
      (name) => /^[\p{L}\p{M}\p{Nd}._-]{3,30}$/u.test(name),
      phrase('Use 3 to 30 letters, digits, dots, dashes or underscores'),
    ),
    email,
    password: newPassword(),
    confirmPassword: repeated,
    /**
     * Language of the page, in BCP 47: our emails use it. English when there are no emails in the language.
     */
    language: z.string().max(35).optional(),
    /**
     * A random text in this browser's storage. Only with it is the address confirmed without pressing a
     * button.
     */
    browserMark: browserMark.optional(),
  }),
);

/** Fields of the profile's dialog. */
export const ProfileForm = z.strictObject({
  ...personal,
  /** Language of all our emails, including those about earlier orders. Omitted: unchanged. */
  language: z.enum(['en', 'es']).optional(),
});
export const LogInForm = z.strictObject({
  email: knownEmail,
  password: typedPassword(phrase('Password is required')),
});
/** The second step of a login, when the account requires one. */
export const LogInCode = z.strictObject({
  code: z.string().trim().min(1, phrase('Code is required')).max(40, phrase('The code is incorrect')),
});
export const ForgotPasswordForm = z.strictObject({ email: knownEmail });
/** Fields of the pages behind an emailed link; the link's token is added on submit. */
export const NewPasswordForm = mustMatch(
  z.strictObject({ password: newPassword(), confirmPassword: repeated }),
);

export const CurrentUser = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  /** Language of our emails. */
  language: z.enum(['en', 'es', 'ar']),
  /**
   * Both zero without a Net 30 account. The available amount may be negative after a limit was lowered or a
   * payment was returned.
   */
  userCredits: z.object({ availableCredit: SignedDollars, approvedCredit: Dollars }),
  /** The newest 100. */
  orders: z.array(Order),
  /** `GET /api/orders?cursor=` lists the older ones; null when there are none. */
  ordersCursor: OrderId.nullable(),
  factBusinessId: z.string().nullable(),
  cart: Cart.nullable(),
  twoFactorEnabled: z.boolean(),
  /** Null for a customer. Others may open `/admin` once two-factor login is on. */
  staffRole: z.enum(staffRoles).nullable(),
});

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Registers an account and emails a confirmation link',
  body: Registration,
  response: nothing,
});
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: 'public',
  summary: 'Confirms an email address with the token from the link',
  /** With a mark: only from the browser that registered. Without one: the visitor has pressed the button. */
  body: z.strictObject({ confirmToken: linkToken, browserMark: browserMark.optional() }),
  response: nothing,
});
export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/resend-confirmation',
  access: 'public',
  summary: 'Resends the confirmation email',
  body: z.strictObject({ email: knownEmail }),
  response: nothing,
});
export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: "Logs in and returns the session's tokens",
  body: LogInForm.extend({ code: LogInCode.shape.code.optional() }),
  response: z.object({ data: Tokens }),
});
export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'customer',
  beforeFactor: true,
  summary: 'Returns the current user',
  response: CurrentUser,
});
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  summary: 'Emails a link to reset the password',
  body: ForgotPasswordForm,
  response: nothing,
});
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Resets the password with the emailed token and ends all sessions',
  body: mustMatch(
    z.strictObject({ password: newPassword(), confirmPassword: repeated, resetToken: linkToken }),
  ),
  response: nothing,
});
export const setPassword = endpoint({
  method: 'POST',
  path: '/api/auth/set-password',
  access: 'public',
  summary: 'Sets the first password of an account and logs in',
  body: mustMatch(
    z.strictObject({ password: newPassword(), confirmPassword: repeated, confirmToken: linkToken }),
  ),
  response: z.object({ data: Tokens }),
});

/** The profile's form for a new password. */
export const PasswordChange = z
  .strictObject({
    oldPassword: typedPassword('Current Password is required'),
    newPassword: newPassword(),
    confirmNewPassword: repeated,
    code: askedCode,
  })
  .refine((form) => form.newPassword === form.confirmNewPassword, {
    path: ['confirmNewPassword'],
    error: phrase('Passwords must match'),
    when: ({ value }) =>
      z.object({ newPassword: z.string().min(1), confirmNewPassword: z.string().min(1) }).safeParse(value)
        .success,
  });

export const updatePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/update-password',
  access: 'customer',
  impersonation: 'refused',
  summary: "Changes the password, renews this session's tokens, and ends all other sessions",
  body: PasswordChange,
  response: z.object({ data: Tokens }),
});
export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/auth/refresh-token',
  access: 'public',
  summary: 'Exchanges a refresh token for new tokens',
  body: z.strictObject({ refreshToken: anyRefreshToken }),
  response: Tokens,
});
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  summary: 'Ends a session',
  body: z.strictObject({ refreshToken: anyRefreshToken }),
  response: nothing,
});
export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/users',
  access: 'customer',
  summary: "Updates the current user's details",
  body: ProfileForm.extend({
    id: z.string().min(1).max(60),
    /** Accepted because the specification sends it. The editor is known from the session. */
    updateByAdmin: z.boolean().optional(),
  }),
  response: nothing,
});
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'customer',
  summary: "Lists the user's sessions and impersonation grants",
  response: z.array(OpenSession),
});
export const endActing = endpoint({
  method: 'DELETE',
  path: '/api/auth/acting',
  access: 'customer',
  summary: 'Ends the current impersonation; does nothing without one',
  response: nothing,
});
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Ends one session or impersonation grant of the user',
  params: z.strictObject({ id: SessionId }),
  response: nothing,
});
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Ends all other sessions and all impersonation grants',
  response: nothing,
});
