/**
 * Asks for confirmation before a published record becomes a draft, because it then disappears from the shop.
 */
import type { Question } from '#web/features/admin/form/record-form.tsx';

export const askBeforeDraft = (name: string, wasPublished: boolean, isPublished: boolean): Question | null =>
  wasPublished && !isPublished
    ? {
        title: `Unpublish ${name}?`,
        action: `Unpublish ${name}`,
        body: 'Customers can no longer see or buy it. Existing orders and subscriptions stay unchanged. Your other changes are saved too.',
      }
    : null;
