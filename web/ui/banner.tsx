import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import type { Icon } from './icon.ts'
import { IconButton } from './icon-button.tsx'

export type BannerTone = 'info' | 'success' | 'warning' | 'danger'

export type BannerProps = {
  tone?: BannerTone
  icon?: Icon
  title?: ReactNode
  children?: ReactNode
  /** A button or a link. */
  action?: ReactNode
  onClose?: () => void
  /**
   * How screen readers announce it: `alert` interrupts, `status` waits. None for what is on the page from the start.
   */
  announce?: 'alert' | 'status'
}

const looks: Record<BannerTone, { icon: Icon; box: string }> = {
  info: { icon: Info, box: 'bg-info-soft text-info-ink' },
  success: { icon: CircleCheck, box: 'bg-success-soft text-success-ink' },
  warning: { icon: TriangleAlert, box: 'bg-warning-soft text-warning-ink' },
  danger: { icon: CircleAlert, box: 'bg-danger-soft text-danger-ink' },
}

/** A lasting message within a page: a note on a form, a warning, a next step. */
export function Banner({ tone = 'info', icon, title, children, action, onClose, announce }: BannerProps) {
  const t = useMessages(ui)
  const Glyph = icon ?? looks[tone].icon
  return (
    <div
      role={announce}
      className={clsx(
        'relative flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card p-4',
        looks[tone].box,
        onClose && 'pe-14',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <Glyph aria-hidden className="mt-1 size-5 shrink-0" />
        <div className="min-w-0">
          {title && <p className="font-bold">{title}</p>}
          {children && <div className="text-[0.9375rem] text-ink">{children}</div>}
        </div>
      </div>
      {action}
      {onClose && <IconButton icon={X} label={t('close')} onClick={onClose} className="absolute inset-e-1.5 top-1.5" />}
    </div>
  )
}
