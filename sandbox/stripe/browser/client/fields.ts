/**
 * The three fields of the card frame: they format while typing, preserve the caret position, and link errors
 * to their field for screen readers.
 */
import * as card from './card-rules.ts';

type Field = { name: card.FieldName; input: HTMLInputElement; error: HTMLElement; label: HTMLElement };

function must<T extends Element>(selector: string, kind: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The card page has no ${selector}`);
  return found;
}

function field(name: card.FieldName): Field {
  return {
    name,
    input: must(`#payment-${name}Input`, HTMLInputElement),
    error: must(`#payment-${name}Error`, HTMLElement),
    label: must(`label[for="payment-${name}Input"]`, HTMLElement),
  };
}

export class CardFields {
  #number = field('number');
  #expiry = field('expiry');
  #cvc = field('cvc');
  #all = [this.#number, this.#expiry, this.#cvc];
  #brand = must('#brand', HTMLElement);
  #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    for (const field of this.#all) {
      field.input.addEventListener('input', (event) =>
        this.#edited(field, event instanceof InputEvent && event.inputType.startsWith('delete')),
      );
      field.input.addEventListener('keydown', (event) => skipSeparator(event, field.input));
      field.input.addEventListener('blur', () => {
        if (field.input.value !== '') this.#show(field, this.#check(field));
      });
    }
  }

  get isEmpty(): boolean {
    return this.#all.every(({ input }) => input.value === '');
  }

  get isComplete(): boolean {
    return this.#all.every((field) => this.#check(field) === null);
  }

  /** The card details in the form of the REST API. Call it only when `isComplete`. */
  get details(): { number: string; exp_month: number; exp_year: number; cvc: string } {
    const date = card.readExpiry(this.#expiry.input.value);
    return {
      number: card.onlyDigits(this.#number.input.value),
      exp_month: date?.month ?? 0,
      exp_year: date?.year ?? 0,
      cvc: this.#cvc.input.value,
    };
  }

  /** Shows every problem, focuses the first one, and returns it. */
  review(): card.FieldError | null {
    const problems = this.#all.map((field) => ({ one: field, problem: this.#check(field) }));
    for (const { one, problem } of problems) this.#show(one, problem);
    const first = problems.find(({ problem }) => problem !== null);
    first?.one.input.focus();
    return first?.problem ?? null;
  }

  /** Shows an error of the REST API under its field. */
  blame(name: card.FieldName, message: string): void {
    const field = this.#all.find((candidate) => candidate.name === name);
    if (field === undefined) return;
    this.#show(field, { field: name, code: 'refused', message });
    field.input.focus();
  }

  focus(): void {
    const first = this.#all.find((field) => this.#check(field) !== null) ?? this.#number;
    first.input.focus();
  }

  clear(): void {
    for (const field of this.#all) {
      field.input.value = '';
      this.#show(field, null);
    }
    this.#brand.textContent = '';
    this.#onChange();
  }

  lock(isLocked: boolean): void {
    for (const { input } of this.#all) input.disabled = isLocked;
  }

  #check({ name, input }: Field): card.FieldError | null {
    if (name === 'number') return card.checkNumber(input.value);
    if (name === 'expiry') return card.checkExpiry(input.value, new Date());
    return card.checkCvc(input.value, card.onlyDigits(this.#number.input.value));
  }

  #edited(field: Field, isDeleting: boolean): void {
    const { input } = field;
    const number = card.onlyDigits(this.#number.input.value);
    const formatted =
      field.name === 'number'
        ? card.formatNumber(input.value)
        : field.name === 'expiry'
          ? card.formatExpiry(input.value, isDeleting)
          : card.formatCvc(input.value, number);
    if (formatted !== input.value) rewrite(input, formatted);
    if (field.name === 'number') this.#showBrand();
    const problem = this.#check(field);
    this.#show(field, problem?.code === 'invalid_number' ? problem : null);
    this.#onChange();
  }

  #showBrand(): void {
    const digits = card.onlyDigits(this.#number.input.value);
    const brand = card.brandOf(digits);
    this.#brand.textContent = brand === 'unknown' ? '' : brandNames[brand];
    const length = digits === '' ? 3 : card.cvcLengthFor(digits);
    this.#cvc.input.placeholder = length === 4 ? '4 digits' : 'CVC';
  }

  #show({ input, error, label }: Field, problem: card.FieldError | null): void {
    error.textContent = problem?.message ?? '';
    error.hidden = problem === null;
    input.setAttribute('aria-invalid', String(problem !== null));
    input.classList.toggle('Input--invalid', problem !== null);
    label.classList.toggle('Label--invalid', problem !== null);
  }
}

const brandNames: Record<Exclude<card.Brand, 'unknown'>, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Keeps the caret after the same digit when separators move. */
function rewrite(input: HTMLInputElement, formatted: string): void {
  const caret = input.selectionStart ?? input.value.length;
  const wasAtEnd = caret === input.value.length;
  const digitsBefore = card.onlyDigits(input.value.slice(0, caret)).length;
  input.value = formatted;
  if (wasAtEnd || document.activeElement !== input) return;
  let at = 0;
  for (let seen = 0; at < formatted.length && seen < digitsBefore; at++)
    if (/\d/.test(formatted[at] ?? '')) seen++;
  input.setSelectionRange(at, at);
}

/**
 * Backspace after a separator deletes the digit before it; otherwise the separator would reappear
 * immediately.
 */
function skipSeparator(event: KeyboardEvent, input: HTMLInputElement): void {
  if (
    event.key !== 'Backspace' ||
    input.selectionStart === null ||
    input.selectionStart !== input.selectionEnd
  )
    return;
  let at = input.selectionStart;
  while (at > 0 && /\D/.test(input.value[at - 1] ?? '')) at--;
  if (at > 0 && at < input.selectionStart && at !== input.value.replace(/\D+$/, '').length)
    input.setSelectionRange(at, at);
}
