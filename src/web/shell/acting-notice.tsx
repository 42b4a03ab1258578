/** Sticky notice for an administrator who acts as a customer: names the customer and ends it. */
import { stopActing } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';

export default function ActingNotice() {
  const session = useSession();
  if (session.kind !== 'person' || session.actingAs === null) return null;
  const { email, userId } = session.actingAs;
  const stop = async () => {
    // If the call fails or the chunk cannot be loaded, this browser still leaves the customer view.
    await import('#web/session/end-acting.ts')
      .then(({ notifyServer }) => notifyServer())
      .catch(() => undefined);
    stopActing();
    // Only staff act as customers. They return to the customer's console page.
    window.location.assign(/^usr_[\w-]+$/.test(userId) ? `/admin/customers/${userId}` : '/');
  };
  return (
    <section aria-label="Acting as a customer" className="bg-warn-soft text-ink">
      <div className="page flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 text-sm">
        <p className="min-w-0 wrap-anywhere">
          You are acting as <strong>{email || userId || 'another user'}</strong>
        </p>
        <button
          type="button"
          className="rounded-sm py-1.5 font-semibold underline underline-offset-4 hover:text-accent"
          onClick={() => void stop()}
        >
          End
        </button>
      </div>
    </section>
  );
}
