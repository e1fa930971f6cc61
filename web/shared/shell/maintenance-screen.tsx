import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { publicSettings } from '#contract/calls/settings'
import { maintenance as words } from '#messages/maintenance'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { isCallUnderWay, type Maintenance, maintenance } from '../../platform/maintenance.ts'
import { useStore } from '../../platform/store.ts'
import { Button } from '../../ui/button.tsx'
import { LogoMark } from '../../ui/logo.tsx'

/** Randomised, so that clients that were refused together do not all return together. */
const nextWait = () => 20_000 + Math.random() * 20_000

async function isOver(): Promise<boolean> {
  try {
    await request(publicSettings, {}, { asGuest: true })
    return true
  } catch (error) {
    return error instanceof ApiError && error.status !== 0 && error.code !== 'under-maintenance'
  }
}

/**
 * Covers everything that is open, without closing it: what was typed is there afterwards. A modal dialog of the browser makes the
 * dialogs and notices below it unreachable too, and gives the focus back.
 */
export function MaintenanceScreen({ until }: Maintenance) {
  const t = useMessages(words)
  const format = useFormat()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const isInCall = useStore(isCallUnderWay)
  const { ask, isAsking, isRefused } = useEnd()
  useEffect(() => {
    const { current } = dialog
    if (isInCall || !current) return
    current.showModal()
    return () => current.close()
  }, [isInCall])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => event.preventDefault()}
      className="fixed inset-0 m-0 size-auto max-h-none max-w-none bg-page text-ink"
    >
      <div className="mx-auto flex min-h-full max-w-lg flex-col items-center justify-center gap-3 px-4 py-12 text-center">
        <LogoMark size={72} />
        <h1 id={heading} className="mt-3 text-2xl">
          {t('title')}
        </h1>
        <p className="text-balance text-muted">{t('text')}</p>
        {until && (
          <p className="font-semibold">{t('until', { moment: format.nearMoment(Date.parse(until), now()) })}</p>
        )}
        <Button icon={RotateCw} loading={isAsking} onClick={ask} className="mt-4">
          {t('retry')}
        </Button>
        <p role="status" className="min-h-6 text-muted text-sm">
          {isRefused && !isAsking && t('notYet')}
        </p>
      </div>
    </dialog>
  )
}

/** Checks whether the maintenance is over; if so, refused requests are repeated. */
async function goOnIfOver(queryClient: QueryClient, router: AnyRouter): Promise<boolean> {
  if (!(await isOver())) return false
  maintenance.set(null)
  void queryClient.invalidateQueries()
  void router.invalidate()
  return true
}

/** Checks regularly, and when the user asks. */
function useEnd() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => {
    let timer = setTimeout(poll, nextWait())
    async function poll() {
      if (!(await goOnIfOver(queryClient, router))) timer = setTimeout(poll, nextWait())
    }
    return () => clearTimeout(timer)
  }, [queryClient, router])
  const ask = async () => {
    setIsAsking(true)
    setIsRefused(!(await goOnIfOver(queryClient, router)))
    setIsAsking(false)
  }
  return { ask: () => void ask(), isAsking, isRefused }
}
