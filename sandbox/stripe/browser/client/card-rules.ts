/**
 * Formats and validates card number, expiry date, and security code. Pure: no page, no clock. Error texts
 * match production, so tests written here are valid there.
 */
export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';
export type FieldName = 'number' | 'expiry' | 'cvc';
export type FieldError = { field: FieldName; code: string; message: string };

type Shape = { brand: Brand; pattern: RegExp; lengths: number[]; groups: number[]; cvcLength: number };

const shapes: Shape[] = [
  { brand: 'visa', pattern: /^4/, lengths: [16], groups: [4, 4, 4, 4], cvcLength: 3 },
  { brand: 'mastercard', pattern: /^(5[1-5]|2[2-7])/, lengths: [16], groups: [4, 4, 4, 4], cvcLength: 3 },
  { brand: 'amex', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvcLength: 4 },
  { brand: 'diners', pattern: /^3(0|6|8|9)/, lengths: [14, 16], groups: [4, 4, 4, 4], cvcLength: 3 },
  { brand: 'jcb', pattern: /^35/, lengths: [16], groups: [4, 4, 4, 4], cvcLength: 3 },
  { brand: 'discover', pattern: /^6(011|4[4-9]|5)/, lengths: [16], groups: [4, 4, 4, 4], cvcLength: 3 },
  { brand: 'unionpay', pattern: /^62/, lengths: [16, 19], groups: [4, 4, 4, 4, 3], cvcLength: 3 },
];
const anyCard: Shape = { brand: 'unknown', pattern: /^/, lengths: [16], groups: [4, 4, 4, 4], cvcLength: 3 };

const shapeOf = (digits: string): Shape => shapes.find((shape) => shape.pattern.test(digits)) ?? anyCard;

export const brandOf = (digits: string): Brand => shapeOf(digits).brand;
export const onlyDigits = (text: string): string => text.replace(/\D+/g, '');
export const cvcLengthFor = (numberDigits: string): number => shapeOf(numberDigits).cvcLength;

export function formatNumber(text: string): string {
  const { groups, lengths } = shapeOf(onlyDigits(text));
  const digits = onlyDigits(text).slice(0, Math.max(...lengths));
  const parts: string[] = [];
  let at = 0;
  for (const size of groups) {
    if (at >= digits.length) break;
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}

/** Formats as `12 / 34`. The separator appears once the month is complete, but not while deleting. */
export function formatExpiry(text: string, isDeleting = false): string {
  const [first, second] = text.split(/[^\d]+/).filter(Boolean);
  let digits = onlyDigits(text);
  if (second !== undefined && first?.length === 4) digits = second.padStart(2, '0') + first;
  else if (first?.length === 1 && (second !== undefined || Number(first) > 1)) digits = `0${digits}`;
  if (digits.length >= 2 && Number(digits.slice(0, 2)) > 12) digits = `0${digits}`;
  const month = digits.slice(0, 2);
  const year = digits.slice(2).length >= 4 ? digits.slice(4, 6) : digits.slice(2, 4);
  if (year !== '') return `${month} / ${year}`;
  return month.length === 2 && !isDeleting ? `${month} / ` : month;
}

export const formatCvc = (text: string, numberDigits: string): string =>
  onlyDigits(text).slice(0, numberDigits === '' ? 4 : cvcLengthFor(numberDigits));

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

export function checkNumber(text: string): FieldError | null {
  const digits = onlyDigits(text);
  const { lengths } = shapeOf(digits);
  if (!lengths.includes(digits.length))
    return { field: 'number', code: 'incomplete_number', message: 'Your card number is incomplete.' };
  if (!passesLuhn(digits))
    return { field: 'number', code: 'invalid_number', message: 'Your card number is invalid.' };
  return null;
}

export function readExpiry(text: string): { month: number; year: number } | null {
  const digits = onlyDigits(text);
  const month = Number(digits.slice(0, 2));
  return digits.length === 4 && month >= 1 && month <= 12
    ? { month, year: 2000 + Number(digits.slice(2)) }
    : null;
}

export function checkExpiry(text: string, today: Date): FieldError | null {
  const date = readExpiry(text);
  if (date === null)
    return {
      field: 'expiry',
      code: 'incomplete_expiry',
      message: "Your card's expiration date is incomplete.",
    };
  const thisYear = today.getFullYear();
  if (date.year < thisYear)
    return {
      field: 'expiry',
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration year is in the past.",
    };
  if (date.year > thisYear + 50)
    return {
      field: 'expiry',
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
    };
  if (date.year === thisYear && date.month < today.getMonth() + 1) {
    return {
      field: 'expiry',
      code: 'invalid_expiry_month_past',
      message: "Your card's expiration date is in the past.",
    };
  }
  return null;
}

export function checkCvc(text: string, numberDigits: string): FieldError | null {
  return onlyDigits(text).length === cvcLengthFor(numberDigits)
    ? null
    : { field: 'cvc', code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
}
