/** Placeholder of an account screen while its form loads, in about the final size. */
import { useLanguage } from '#web/language.tsx';
import { LateNotice } from '#web/ui/late-notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AccountFrame } from './account-frame.tsx';

/** `title`: English, by `phrase`. */
export function AccountSkeleton({ title }: { title: string }) {
  const { say, translate } = useLanguage();
  return (
    <AccountFrame title={translate(title)} aside={null}>
      <p role="status" className="sr-only">
        {say('Loading the form')}
      </p>
      <LateNotice>{say('Nothing has been sent yet.')}</LateNotice>
      <div className="grid gap-5" aria-hidden="true">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-14" />
      </div>
    </AccountFrame>
  );
}
