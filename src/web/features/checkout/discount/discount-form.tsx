/**
 * The discount code form. The server says what a code is worth; a rejected code is removed from the order.
 */
import { couponCode } from '#kernel/coupon-code.ts';
import { phrase } from '#kernel/language.ts';
import { errorOccurred } from '#web/features/cards/card-fields.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { StoredText } from '#web/ui/stored-text.tsx';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { call } from '#web/session/call.ts';
import { current } from '#web/session/session.ts';
import { type CartProduct, type Discount, setDiscount } from '#web/features/cart/cart.ts';
import { useCartStore } from '#web/features/cart/use-cart.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { applyCoupon } from './apply-coupon.ts';
import type { RefusedCode } from '#web/features/checkout/opening/open-checkout.ts';
import { namesInScope, unmetOf } from '#web/features/checkout/summary/totals.ts';

/** One message at a time: a new one replaces the last. */
const topic = 'discount';

/** `refused`: a code that was rejected before the form was shown. */
export type DiscountFormProps = {
  discount: Discount | null;
  products: CartProduct[];
  refused: RefusedCode | null;
  onChanged: () => void;
};

export function DiscountForm({ discount, products, refused, onChanged }: DiscountFormProps) {
  const { say } = useLanguage();
  const store = useCartStore();
  const form = useForm({ defaultValues: { code: discount?.code ?? refused?.code ?? '' } });
  const { control, formState, handleSubmit, register, setError, setValue } = form;
  const input = useRef<HTMLInputElement>(null);
  const { ref: formRef, ...registration } = register('code', { onChange: () => form.clearErrors('code') });
  const code = useWatch({ control, name: 'code' });
  useEffect(() => {
    if (refused !== null) setError('code', { message: refused.message });
  }, [refused, setError]);
  const submit = handleSubmit(async (typed) => {
    if (formState.isSubmitting || couponCode(typed.code) === '') return;
    const applied = await applyCoupon(call, store, typed.code, current().kind === 'guest').catch(
      () => ({ isApplied: false, message: errorOccurred }) as const,
    );
    if (!applied.isApplied) {
      setError('code', { message: applied.message });
      toasts.error(applied.message, topic);
      return;
    }
    setValue('code', couponCode(typed.code));
    toasts.success(phrase('Coupon applied successfully'), topic);
    window.scrollTo({ top: 0 });
    onChanged();
  });
  const remove = () => {
    store.update(setDiscount(null));
    setValue('code', '');
    form.clearErrors('code');
    toasts.success(phrase('Discount removed'), topic);
    input.current?.focus();
    onChanged();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label={phrase('Code')} error={formState.errors.code?.message} isErrorSaid>
        {(field) => (
          <div className="flex gap-2">
            <TextInput
              {...field}
              {...registration}
              ref={(element) => {
                formRef(element);
                input.current = element;
              }}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
            />
            <Button
              type="submit"
              variant="secondary"
              disabled={code.trim() === ''}
              isBusy={formState.isSubmitting}
            >
              {discount ? say('Recalculate') : say('Submit')}
            </Button>
          </div>
        )}
      </Field>
      {discount && (
        <p className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere" aria-live="polite">
            <Applied discount={discount} products={products} />
          </span>
          <RemoveCode code={discount.code} onClick={remove} />
        </p>
      )}
    </form>
  );
}

function RemoveCode({ code, onClick }: { code: string; onClick: () => void }) {
  const { say, sayWith } = useLanguage();
  return (
    <Button variant="text" size="small" onClick={onClick}>
      {withNodes(
        sayWith('Remove {what}', {
          what: <span className="sr-only">{say('discount code {code}', { code })}</span>,
        }),
      )}
    </Button>
  );
}

/** The effect of the code on the current cart, which may have changed since the code was applied. */
function Applied({ discount, products }: { discount: Discount; products: CartProduct[] }) {
  const code = <span className="font-medium">{discount.code}</span>;
  const language = useLanguage();
  const unmet = unmetOf(products, discount);
  const names = namesInScope(products, discount);
  if (unmet !== null)
    return (
      <>
        {withNodes(language.sayWith('{code} does not apply right now.', { code }))}{' '}
        <StoredText>{unmet.message}</StoredText>.
      </>
    );
  if (names === null) return withNodes(language.sayWith('{code} is applied.', { code }));
  const listed = new Intl.ListFormat(language.code).format(names.map(language.translate));
  return withNodes(language.sayWith('{code} is applied to {names}.', { code, names: <>{listed}</> }));
}
