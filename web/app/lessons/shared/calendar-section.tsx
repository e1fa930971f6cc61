import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, Check, Copy, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CalendarFeed } from '#contract/calendar'
import { getCalendarFeed, renewCalendarFeed, stopCalendarFeed } from '#contract/calls/calendar'
import { fromIso } from '#domain/cairo'
import { calendar } from '#messages/calendar'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { errorText } from '../../../platform/error-text.ts'
import { useFormat } from '../../../platform/format.ts'
import { keys } from '../../../platform/query-keys.ts'
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
import { useCopy } from '../../../ui/use-copy.ts'

const feedQuery = queryOptions({
  queryKey: keys.calendar,
  queryFn: ({ signal }) => request(getCalendarFeed, {}, { signal }),
})

/** The secret address of the user's calendar: created, copied, renewed and stopped (docs/rules/calendar.md 1.1). */
export function CalendarSection() {
  const t = useMessages(calendar)
  const feed = useQuery(feedQuery)
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
        {(data) => (data === null ? <NoAddress /> : <Address feed={data} />)}
      </QueryView>
    </Card>
  )
}

function useChange(change: 'renew' | 'stop') {
  const t = useMessages(calendar)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<CalendarFeed | null> => {
      if (change === 'renew') return request(renewCalendarFeed, {})
      await request(stopCalendarFeed, {})
      return null
    },
    onSuccess: (feed) => {
      queryClient.setQueryData(feedQuery.queryKey, feed)
      toast.success(t(`feed.done.${change}`), { id: 'calendar' })
    },
    onError: (error) => toast.error(t('feed.failed'), { id: 'calendar', description: errorText(error) }),
  })
}

function NoAddress() {
  const t = useMessages(calendar)
  const making = useChange('renew')
  return (
    <Button icon={CalendarPlus} loading={making.isPending} onClick={() => making.mutate()}>
      {t('feed.make')}
    </Button>
  )
}

function Address({ feed }: { feed: CalendarFeed }) {
  const t = useMessages(calendar)
  const format = useFormat()
  const [asked, setAsked] = useState<'renew' | 'stop' | null>(null)
  const renewing = useChange('renew')
  const stopping = useChange('stop')
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('feed.address')} hint={t('feed.secret', { day: format.fullDay(fromIso(feed.createdAt)) })}>
        <Input
          flow="ltr"
          readOnly
          value={feed.url}
          onFocus={(event) => event.currentTarget.select()}
          action={<CopyButton key={feed.url} text={feed.url} />}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {subscriptions(feed.url, t('feed.name')).map(({ program, address }) => (
          <AnchorButton key={program} href={address} variant="secondary" size="sm" target="_blank" rel="noreferrer">
            {t(`feed.in.${program}`)}
          </AnchorButton>
        ))}
      </div>
      <p className="text-muted text-sm">{t('feed.delay')}</p>
      <div className="flex flex-wrap gap-2 border-line border-t pt-4">
        <Button variant="ghost" icon={RotateCw} onClick={() => setAsked('renew')} className="-ms-3">
          {t('feed.renew')}
        </Button>
        <Button variant="danger-ghost" icon={Trash2} onClick={() => setAsked('stop')}>
          {t('feed.stop')}
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(null)}
          tone={asked === 'stop' ? 'danger' : 'warning'}
          title={t(`feed.ask.${asked}`)}
          description={t('feed.ask.text')}
          confirmLabel={t(`feed.${asked}`)}
          cancelLabel={t('feed.keep')}
          onConfirm={() => (asked === 'stop' ? stopping : renewing).mutateAsync()}
        />
      )}
    </div>
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
