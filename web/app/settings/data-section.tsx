import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileDown } from 'lucide-react'
import { useState } from 'react'
import { askForDataExport, getDataExport, revealDataExport } from '#contract/calls/privacy'
import type { DataExport, RevealedExport } from '#contract/privacy'
import { fromIso } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { dataExport } from '#messages/data-export'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { API_ORIGIN } from '../../platform/origin.ts'
import { keys } from '../../platform/query-keys.ts'
import { useProof } from '../../shared/account/use-proof.tsx'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { ConsentsSection } from './consents-section.tsx'
import { ErasureSection } from './erasure-section.tsx'

const exportQuery = queryOptions({
  queryKey: keys.dataExport,
  queryFn: ({ signal }) => request(getDataExport, {}, { signal }),
})

const OF_STUDENTS = ['account', 'security', 'lessons', 'money', 'chats', 'messages', 'files'] as const
const OF_TUTORS = ['account', 'security', 'lessons', 'money', 'teaching', 'chats', 'messages', 'files'] as const

/** What the user has agreed to, and what is held about them: a copy of it, and its erasure. */
export const Data = () => (
  <div className="flex flex-col gap-4">
    <ConsentsSection />
    <DataSection />
    <ErasureSection />
  </div>
)

/** A copy of all that is held about the user: asked for and downloaded (docs/rules/privacy.md 2.1 and 2.5). */
function DataSection() {
  const t = useMessages(dataExport)
  const me = useMe()
  const copy = useQuery(exportQuery)
  const areas = isStudent(me.role) ? OF_STUDENTS : OF_TUTORS
  return (
    <Card padding="lg" className="flex flex-col gap-4">
      <SectionHeading title={t('title')} text={t('text')} />
      <div>
        <h3 className="mb-2 font-semibold">{t('holds')}</h3>
        <ul className="list-disc ps-5 text-muted">
          {areas.map((area) => (
            <li key={area}>{t(`areas.${area}`)}</li>
          ))}
        </ul>
        <p className="mt-2 text-muted text-sm">{t('without')}</p>
      </div>
      <div className="border-line border-t pt-4">
        <QueryView
          query={copy}
          loading={
            <Loading text={t('loading')}>
              <Skeleton className="h-12 rounded-control" />
            </Loading>
          }
        >
          {(data) => <Copy data={data} />}
        </QueryView>
      </div>
    </Card>
  )
}

function Copy({ data }: { data: DataExport }) {
  const t = useMessages(dataExport)
  const format = useFormat()
  const { state, until, nextAt } = data
  const moment = (iso: string) => format.moment(fromIso(iso))
  return (
    <div className="flex flex-col items-start gap-3">
      {state !== 'none' && (
        <p role="status">{state === 'ready' && until ? t('ready', { until: moment(until) }) : t(state)}</p>
      )}
      {state === 'ready' && <DownloadOfCopy />}
      {(state === 'ready' || state === 'expired') && nextAt !== null && (
        <p className="text-muted text-sm">{t('next', { at: moment(nextAt) })}</p>
      )}
      {state !== 'asked' && state !== 'making' && nextAt === null && <AskForCopy isFirst={state !== 'ready'} />}
    </div>
  )
}

function AskForCopy({ isFirst }: { isFirst: boolean }) {
  const t = useMessages(dataExport)
  const queryClient = useQueryClient()
  const { prove, dialog } = useProof({ text: t('proof'), label: t('ask') })
  const { mutate, isPending } = useMutation({
    mutationFn: () => prove((body = {}) => request(askForDataExport, { body })),
    onSuccess: (asked) => {
      queryClient.setQueryData(exportQuery.queryKey, asked)
      toast.success(t('done'), { id: 'data-export' })
    },
    onError: (error) => {
      // The dialog was closed.
      if (codeOf(error) === 'proof-required') return
      toast.error(t('askFailed'), { id: 'data-export', description: errorText(error) })
    },
  })
  return (
    <>
      <Button icon={FileDown} variant={isFirst ? 'primary' : 'secondary'} loading={isPending} onClick={() => mutate()}>
        {t('ask')}
      </Button>
      {dialog}
    </>
  )
}

/** The addresses are kept by this screen alone: the cache of queries is stored on the device. */
function DownloadOfCopy() {
  const t = useMessages(dataExport)
  const [shown, setShown] = useState<RevealedExport | null>(null)
  const { prove, dialog } = useProof({ text: t('proof'), label: t('open') })
  const { mutate, isPending } = useMutation({
    mutationFn: () => prove((body = {}) => request(revealDataExport, { body })),
    onSuccess: setShown,
    onError: (error) => {
      if (codeOf(error) === 'proof-required') return
      toast.error(t('openFailed'), { id: 'data-export', description: errorText(error) })
    },
  })
  if (!shown)
    return (
      <>
        <Button icon={Download} loading={isPending} onClick={() => mutate()}>
          {t('open')}
        </Button>
        {dialog}
      </>
    )
  return (
    <>
      <AnchorButton icon={Download} href={`${API_ORIGIN}${shown.url}`} download>
        {t('link')}
      </AnchorButton>
      <p className="text-muted text-sm">{t('opened')}</p>
      {shown.largeFiles.length > 0 && (
        <div>
          <h3 className="mb-2 font-semibold">{t('large')}</h3>
          <ul className="flex flex-col gap-1">
            {shown.largeFiles.map(({ name, url }) => (
              <li key={name}>
                <a className="underline" href={`${API_ORIGIN}${url}`} download dir="ltr">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
