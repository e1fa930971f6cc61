import { clsx } from 'clsx'
import { Download, House, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { exportLog, log } from '../platform/log.ts'
import { AnchorButton } from './anchor-button.tsx'
import { Button } from './button.tsx'
import { LogoMark } from './logo.tsx'

/** The code of a screen could not be fetched: most likely a newer version was deployed. */
const isStaleModule = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload/i.test(error.message)

type CrashScreenProps = {
  error: unknown
  /** `full` for the root; `framed` inside the shell, which keeps the navigation. */
  variant?: 'full' | 'framed'
  homeHref?: string
  /** Further actions, after reloading and the home page. */
  action?: ReactNode
}

/** Logs the error and sends it; the number of what has arrived, null until then. */
function useCrashNumber(error: unknown): string | null {
  const [number, setNumber] = useState<string | null>(null)
  useEffect(() => {
    log.error('crash screen', error)
    // What is not needed unless something crashes is not loaded before.
    import('../platform/report-crash.ts').then(
      async ({ sendCrash }) => setNumber(await sendCrash(error)),
      () => undefined,
    )
  }, [error])
  return number
}

/** Shown for an error of a route. Uses plain links and a full reload: the state of the app may be broken. */
export function CrashScreen({ error, variant = 'full', homeHref = '/', action }: CrashScreenProps) {
  const t = useMessages(ui)
  const number = useCrashNumber(error)
  const isStale = isStaleModule(error)
  return (
    <div
      role="alert"
      className={clsx(
        'mx-auto flex max-w-lg flex-col items-center justify-center gap-3 px-4 text-center',
        variant === 'full' ? 'min-h-dvh py-12' : 'py-[10dvh]',
      )}
    >
      <LogoMark size={72} className="-rotate-12" />
      <h1 className="mt-3 text-2xl">{t(isStale ? 'crash.newVersionTitle' : 'crash.title')}</h1>
      <p className="text-muted">{t(isStale ? 'crash.newVersionText' : 'crash.text')}</p>
      {number && !isStale && (
        <p role="status" className="text-muted text-sm">
          {t.rich('crash.reported', {
            number,
            bdi: (text) => (
              <bdi translate="no" className="select-all">
                {text}
              </bdi>
            ),
          })}
        </p>
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button icon={RotateCw} onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </Button>
        <AnchorButton href={homeHref} variant="secondary" icon={House}>
          {t('crash.home')}
        </AnchorButton>
        {action}
        <Button variant="ghost" icon={Download} onClick={exportLog}>
          {t('crash.exportLog')}
        </Button>
      </div>
    </div>
  )
}
