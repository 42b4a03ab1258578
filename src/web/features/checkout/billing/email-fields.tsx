/** The email address of the receipt, entered twice. Changing one field revalidates the other. */
import { buyerFields } from '#kernel/billing-fields.ts';
import { phrase } from '#kernel/language.ts';
import type { UseFormReturn } from 'react-hook-form';
import { useEmailAdvice } from '#web/ui/fields/use-email-advice.tsx';
import type { BillingDraft } from '#web/features/cart/cart.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

type Props = { form: UseFormReturn<BillingDraft>; isOrder: boolean };

export function EmailFields({ form, isOrder }: Props) {
  const { errors } = form.formState;
  const { advice, ...watch } = useEmailAdvice(
    () => form.getValues('email'),
    (email) => {
      const { email: slip, confirmEmail } = form.getValues();
      form.setValue('email', email, { shouldValidate: true, shouldDirty: true });
      if (confirmEmail === slip) form.setValue('confirmEmail', email, { shouldDirty: true });
      compare();
      form.setFocus('email');
    },
  );
  /** Does not report a confirmation field that the user has not reached yet. */
  const compare = () => {
    if (form.getValues('confirmEmail') !== '') void form.trigger('confirmEmail');
  };
  const onBlur = () => {
    watch.onBlur();
    compare();
  };
  /** While the user types in the first field, only revalidate an error that is already shown. */
  const onChange = () => {
    watch.onChange();
    if (form.getFieldState('confirmEmail').invalid) compare();
  };
  const input = {
    type: 'email',
    autoComplete: 'email',
    maxLength: buyerFields.email.atMost,
    required: true,
    'aria-required': true,
  } as const;
  return (
    <>
      <Field
        label={phrase('Email')}
        hint={
          isOrder
            ? phrase('The receipt for this order goes to this address.')
            : phrase('Your receipt goes to this address.')
        }
        error={errors.email?.message}
        advice={advice}
      >
        {(control) => (
          <TextInput
            {...control}
            {...input}
            {...form.register('email', { onBlur, onChange })}
            disabled={isOrder}
          />
        )}
      </Field>
      <Field label={phrase('Confirm Email')} error={errors.confirmEmail?.message}>
        {(control) => (
          <TextInput {...control} {...input} {...form.register('confirmEmail')} disabled={isOrder} />
        )}
      </Field>
    </>
  );
}
