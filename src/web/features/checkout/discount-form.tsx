/** The discount code. The server says what it is worth; a refused code is taken off the order. */
import { type FormEvent, useState } from 'react';
import { call } from '#web/api.ts';
import type { Discount } from '#web/features/cart/slice.ts';
import { useCartStore } from '#web/features/cart/use-cart.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { applyCoupon } from './apply-coupon.ts';

export function DiscountForm({ discount, onApplied }: { discount: Discount | null; onApplied: () => void }) {
  const store = useCartStore();
  const [code, setCode] = useState(discount?.code ?? '');
  const [error, setError] = useState<string | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || code.trim() === '') return;
    setIsBusy(true);
    const applied = await applyCoupon(call, store, code).catch(() => ({ isApplied: false, message: 'error occurred' }) as const);
    setIsBusy(false);
    setError(applied.isApplied ? undefined : applied.message);
    if (!applied.isApplied) {
      toasts.error(applied.message);
      return;
    }
    toasts.success('Coupon applied successfully');
    window.scrollTo({ top: 0 });
    onApplied();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Code" error={error}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              value={code}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
              onChange={(event) => {
                setCode(event.target.value);
                setError(undefined);
              }}
            />
            <Button type="submit" variant="secondary" disabled={code.trim() === ''} isBusy={isBusy}>
              {discount ? 'Recalculate' : 'Submit'}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
