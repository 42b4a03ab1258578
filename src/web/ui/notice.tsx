/** Something to know before going on, in the flow of the page. Use a toast for what just happened. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type NoticeTone = 'info' | 'ok' | 'warn' | 'danger';

const tones: Record<NoticeTone, { look: string; icon: IconName; iconLook: string }> = {
  info: { look: 'bg-credit-soft', icon: 'info', iconLook: 'text-credit' },
  ok: { look: 'bg-ok-soft', icon: 'check', iconLook: 'text-ok' },
  warn: { look: 'bg-warn-soft', icon: 'alert', iconLook: 'text-warn' },
  danger: { look: 'bg-danger-soft', icon: 'alert', iconLook: 'text-danger' },
};

type NoticeProps = { tone?: NoticeTone; title?: string; children: ReactNode; role?: 'alert' | 'status' };

export function Notice({ tone = 'info', title, children, role }: NoticeProps) {
  const { look, icon, iconLook } = tones[tone];
  return (
    <div role={role} className={`flex items-start gap-3 rounded-md p-4 text-ink ${look}`}>
      <Icon name={icon} className={`mt-0.5 size-5 ${iconLook}`} />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
