import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { dismissToast, TOAST_MS, type Toast, type ToastAction, useToasts } from './toasts.ts'

const looks = {
  success: { icon: CircleCheck, ink: 'text-success-ink', tint: 'from-success-soft' },
  info: { icon: Info, ink: 'text-info-ink', tint: 'from-info-soft' },
  warning: { icon: TriangleAlert, ink: 'text-warning-ink', tint: 'from-warning-soft' },
  error: { icon: CircleAlert, ink: 'text-danger-ink', tint: 'from-danger-soft' },
}

/** Pixels after which a swipe closes the notice (docs/rules/screens.md 2.2). */
const SWIPE_THRESHOLD = 50

/** The open notices. Their timers pause while one is hovered or focused and while the tab is hidden. */
export function ToastViewport() {
  const t = useMessages(ui)
  const toasts = useToasts()
  // Notices are at the inline end, and are swiped out over that edge.
  const isRtl = document.documentElement.dir === 'rtl'
  return (
    <Radix.Provider
      duration={TOAST_MS}
      label={t('toasts.label')}
      swipeDirection={isRtl ? 'left' : 'right'}
      swipeThreshold={SWIPE_THRESHOLD}
    >
      {toasts.map((toast) => (
        <Notice key={`${toast.id}:${toast.revision}`} toast={toast} />
      ))}
      <Radix.Viewport
        data-toasts
        label={t('toasts.hotkey', { hotkey: '{hotkey}' })}
        className="pointer-events-none fixed inset-e-4 top-[max(1rem,env(safe-area-inset-top))] z-70 flex w-[calc(100%-2rem)] flex-col gap-2.5 outline-none sm:w-[250px] md:w-[350px]"
      />
    </Radix.Provider>
  )
}

function Notice({ toast }: { toast: Toast }) {
  const t = useMessages(ui)
  const { icon: Icon, ink, tint } = looks[toast.type]
  const isUrgent = toast.type === 'error' || toast.type === 'warning'
  return (
    <Radix.Root
      type={isUrgent ? 'foreground' : 'background'}
      duration={toast.duration ?? TOAST_MS}
      onOpenChange={(open) => open || dismissToast(toast.id)}
      className={clsx(
        // An open dialog disables pointer events on everything outside of it; notices stay usable.
        'pointer-events-auto! relative flex gap-3 rounded-control border border-line bg-linear-to-l bg-surface via-30% via-surface to-surface p-3.5 pe-11 shadow-raised',
        'animate-rise data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:animate-fade-out data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
        tint,
      )}
    >
      <Icon aria-hidden className={clsx('mt-0.5 size-5 shrink-0', ink)} />
      <div className="min-w-0 grow">
        <Radix.Title className="font-semibold text-[0.9375rem]">
          <span className="sr-only">{t(`toasts.types.${toast.type}`)}: </span>
          {toast.title}
        </Radix.Title>
        {toast.description && (
          <Radix.Description className="line-clamp-4 text-muted text-sm">{toast.description}</Radix.Description>
        )}
        {toast.custom}
        {toast.actions && <Actions id={toast.id} actions={toast.actions} />}
      </div>
      <Radix.Close asChild>
        <IconButton icon={X} label={t('toasts.close')} className="absolute inset-e-1 top-1" />
      </Radix.Close>
    </Radix.Root>
  )
}

function Actions({ id, actions }: Pick<Toast, 'id'> & { actions: readonly ToastAction[] }) {
  const run = async (action: ToastAction) => {
    if ((await action.onAction()) === true) dismissToast(id)
  }
  return (
    <div className="mt-2.5 flex flex-wrap gap-2">
      {actions.map((action, index) => (
        <Radix.Action key={action.label} altText={action.altText ?? action.label} asChild>
          <Button
            size="sm"
            variant={action.variant ?? (index === 0 ? 'primary' : 'ghost')}
            loading={action.loading ?? false}
            disabled={action.disabled}
            onClick={(event) => {
              // Radix closes on every action; here the action's answer decides.
              event.preventDefault()
              void run(action)
            }}
          >
            {action.label}
          </Button>
        </Radix.Action>
      ))}
    </div>
  )
}
