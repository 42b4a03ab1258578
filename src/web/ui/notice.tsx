/** Important information in the flow of the page. Use a toast for results of an action. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type NoticeTone = 'info' | 'ok' | 'warn' | 'danger';

const tones: Record<NoticeTone, { style: string; icon: IconName; iconStyle: string }> = {
  info: { style: 'bg-credit-soft', icon: 'info', iconStyle: 'text-credit' },
  ok: { style: 'bg-ok-soft', icon: 'check', iconStyle: 'text-ok' },
  warn: { style: 'bg-warn-soft', icon: 'alert', iconStyle: 'text-warn' },
  danger: { style: 'bg-danger-soft', icon: 'alert', iconStyle: 'text-danger' },
};

type NoticeProps = { tone?: NoticeTone; title?: string; children: ReactNode; role?: 'alert' | 'status' };

export function Notice({ tone = 'info', title, children, role }: NoticeProps) {
  const { style, icon, iconStyle } = tones[tone];
  return (
    <div role={role} className={`flex items-start gap-3 rounded-md p-4 text-ink ${style}`}>
      <Icon name={icon} className={`mt-0.5 size-5 ${iconStyle}`} />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
