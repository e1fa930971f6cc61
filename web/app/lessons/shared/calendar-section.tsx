import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, Check, Copy, Eye, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CalendarFeed } from '#contract/calendar'
import { getCalendarFeed, renewCalendarFeed, revealCalendarFeed, stopCalendarFeed } from '#contract/calls/calendar'
import { fromIso } from '#domain/cairo'
import { calendar } from '#messages/calendar'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { codeOf, errorText } from '../../../platform/error-text.ts'
import { useFormat } from '../../../platform/format.ts'
import { keys } from '../../../platform/query-keys.ts'
import { useProof } from '../../../shared/account/use-proof.tsx'
import { AnchorButton } from '../../../ui/anchor-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, SectionHeading } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useCopy } from '../../../ui/use-copy.tsx'

const feedQuery = queryOptions({
  queryKey: keys.calendar,
  queryFn: ({ signal }) => request(getCalendarFeed, {}, { signal }),
})

/**
 * The secret address of the user's calendar: created, shown, copied, renewed and stopped (docs/rules/calendar.md 1.1). It is
 * kept by this screen alone: the cache of queries is stored on the device.
 */
export function CalendarSection() {
  const t = useMessages(calendar)
  const feed = useQuery(feedQuery)
  const [shown, setShown] = useState<CalendarFeed | null>(null)
  return (
    <Card padding="lg">
      <SectionHeading title={t('feed.title')} text={t('feed.text')} />
      <QueryView
        query={feed}
        loading={
          <Loading text={t('feed.loading')}>
            <Skeleton className="h-12 rounded-control" />
          </Loading>
        }
      >
        {(data) => {
          if (data === null) return <NoAddress onMade={setShown} />
          const url = shown?.createdAt === data.createdAt ? shown.url : null
          return <Address createdAt={data.createdAt} url={url} onShown={setShown} />
        }}
      </QueryView>
    </Card>
  )
}

type Shown = { onShown: (feed: CalendarFeed) => void }

/** Makes an address, or shows the one that there is: each asks for a proof. `dialog` must be rendered. */
function useAddress(act: 'renew' | 'reveal', { onShown }: Shown) {
  const t = useMessages(calendar)
  const queryClient = useQueryClient()
  const { prove, dialog } = useProof({ text: t('feed.proof'), label: t(act === 'renew' ? 'feed.make' : 'feed.reveal') })
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () =>
      prove((body = {}) =>
        act === 'renew' ? request(renewCalendarFeed, { body }) : request(revealCalendarFeed, { body }),
      ),
    onSuccess: (feed) => {
      queryClient.setQueryData(feedQuery.queryKey, () => ({ createdAt: feed.createdAt }))
      onShown(feed)
      if (act === 'renew') toast.success(t('feed.done.renew'), { id: 'calendar' })
    },
    onError: (error) => {
      // The dialog was closed.
      if (codeOf(error) === 'proof-required') return
      const description = codeOf(error) === 'not-found' ? t('feed.unreadable') : errorText(error)
      toast.error(t(act === 'renew' ? 'feed.failed' : 'feed.hidden'), { id: 'calendar', description })
    },
  })
  const run = () => mutateAsync().catch(() => undefined)
  return { run, isPending, dialog }
}

function useStop() {
  const t = useMessages(calendar)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request(stopCalendarFeed, {}),
    onSuccess: () => {
      queryClient.setQueryData(feedQuery.queryKey, null)
      toast.success(t('feed.done.stop'), { id: 'calendar' })
    },
    onError: (error) => toast.error(t('feed.failed'), { id: 'calendar', description: errorText(error) }),
  })
}

function NoAddress({ onMade }: { onMade: (feed: CalendarFeed) => void }) {
  const t = useMessages(calendar)
  const making = useAddress('renew', { onShown: onMade })
  return (
    <>
      <Button icon={CalendarPlus} loading={making.isPending} onClick={making.run}>
        {t('feed.make')}
      </Button>
      {making.dialog}
    </>
  )
}

function Address({ createdAt, url, onShown }: Shown & { createdAt: string; url: string | null }) {
  const t = useMessages(calendar)
  const format = useFormat()
  const [dialog, setDialog] = useState<'renew' | 'stop' | null>(null)
  const revealing = useAddress('reveal', { onShown })
  const renewing = useAddress('renew', { onShown })
  const stopping = useStop()
  const secret = t('feed.secret', { day: format.fullDay(fromIso(createdAt)) })
  return (
    <div className="flex flex-col gap-4">
      {url === null ? (
        <div className="flex flex-col items-start gap-3">
          <p className="text-muted">{secret}</p>
          <Button icon={Eye} variant="secondary" loading={revealing.isPending} onClick={revealing.run}>
            {t('feed.reveal')}
          </Button>
        </div>
      ) : (
        <OpenAddress url={url} hint={secret} />
      )}
      <div className="flex flex-wrap gap-2 border-line border-t pt-4">
        <Button variant="ghost" icon={RotateCw} onClick={() => setDialog('renew')} className="-ms-3">
          {t('feed.renew')}
        </Button>
        <Button variant="danger-ghost" icon={Trash2} onClick={() => setDialog('stop')}>
          {t('feed.stop')}
        </Button>
      </div>
      {dialog && (
        <ConfirmDialog
          open
          onClose={() => setDialog(null)}
          tone={dialog === 'stop' ? 'danger' : 'warning'}
          title={t(`feed.ask.${dialog}`)}
          description={t('feed.ask.text')}
          confirmLabel={t(`feed.${dialog}`)}
          cancelLabel={t('feed.keep')}
          // The proof is asked for in a dialog of its own, once this one has closed.
          onConfirm={() => (dialog === 'stop' ? stopping.mutateAsync() : void renewing.run())}
        />
      )}
      {revealing.dialog}
      {renewing.dialog}
    </div>
  )
}

/** The address while it is shown, to copy or to open in a calendar program. */
function OpenAddress({ url, hint }: { url: string; hint: string }) {
  const t = useMessages(calendar)
  return (
    <>
      <Field label={t('feed.address')} hint={hint}>
        <Input
          flow="ltr"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          action={<CopyButton key={url} text={url} />}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {subscriptions(url, t('feed.name')).map(({ program, address }) => (
          <AnchorButton key={program} href={address} variant="secondary" size="sm" target="_blank" rel="noreferrer">
            {t(`feed.in.${program}`)}
          </AnchorButton>
        ))}
      </div>
      <p className="text-muted text-sm">{t('feed.delay')}</p>
    </>
  )
}

function CopyButton({ text }: { text: string }) {
  const t = useMessages(calendar)
  const { isCopied, copy } = useCopy(t('feed.copied'))
  return <IconButton icon={isCopied ? Check : Copy} label={t('feed.copy')} onClick={() => copy(text)} />
}

/** Where calendar programs take an address to follow. */
function subscriptions(url: string, name: string) {
  const webcal = url.replace(/^https?:/, 'webcal:')
  const outlook = new URLSearchParams({ url, name })
  return [
    { program: 'google', address: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}` },
    { program: 'apple', address: webcal },
    { program: 'outlook', address: `https://outlook.live.com/calendar/0/addfromweb?${outlook}` },
  ] as const
}
