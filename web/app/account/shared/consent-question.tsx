import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { giveConsents } from '#contract/calls/consents'
import type { ConsentRegister } from '#contract/consents'
import type { User } from '#contract/users'
import { isStudent } from '#domain/roles'
import { consents } from '#messages/consents'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { codeOf, errorText } from '../../../platform/error-text.ts'
import { keys } from '../../../platform/query-keys.ts'
import { siteAddress } from '../../../platform/site-address.ts'
import { consentsQuery } from '../../../shared/account/consents.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'

/**
 * Asks for the consent to texts that are due (docs/rules/privacy.md 5.4): once by a dialog when the app is opened and whenever an act
 * is refused for it, and above every screen until it is given.
 */
export function ConsentQuestion({ me }: { me: User }) {
  const t = useMessages(consents)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(true)
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        if (codeOf(event.action.error) === 'consent-required') setOpen(true)
      }),
    [client],
  )
  const register = useQuery(consentsQuery)
  const why = register.data && isFirst(register.data) ? 'first' : 'changed'
  return (
    <section aria-label={t('question.label')} className="bg-warning-soft text-warning-ink">
      <div className="container-page flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <ScrollText aria-hidden className="size-5 shrink-0" />
        <p className="min-w-0 flex-1 basis-56 font-semibold text-sm">{t(`question.${why}.banner`)}</p>
        <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
          {t('question.open')}
        </Button>
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} size="sm" title={t(`question.${why}.title`)}>
        <QueryView
          query={register}
          loading={
            <Loading text={t('loading')}>
              <Skeleton className="h-32 rounded-control" />
            </Loading>
          }
        >
          {({ due }) => <Texts due={due} isOfStudent={isStudent(me.role)} onLater={() => setOpen(false)} />}
        </QueryView>
      </Dialog>
    </section>
  )
}

/** Whether no version of these texts was ever accepted, as where staff opened the account. */
const isFirst = ({ list, due }: ConsentRegister): boolean =>
  due.every(({ text }) => list.every((one) => one.kind !== text))

type TextsProps = { due: ConsentRegister['due']; isOfStudent: boolean; onLater: () => void }

function Texts({ due, isOfStudent, onLater }: TextsProps) {
  const t = useMessages(consents)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => request(giveConsents, { body: { accepted: due } }),
    onSuccess: async (register) => {
      client.setQueryData(consentsQuery.queryKey, register)
      toast.success(t('question.done'), { id: 'consents' })
      await client.invalidateQueries({ queryKey: keys.currentUser })
    },
    onError: (error) => {
      // Another text is in force by now: its version is asked for again.
      if (codeOf(error) === 'consent-outdated') void client.invalidateQueries({ queryKey: keys.consents })
      toast.error(t('question.failed'), { id: 'consents', description: errorText(error) })
    },
  })
  return (
    <div className="flex flex-col gap-4">
      <p>{t('question.text')}</p>
      <ul className="flex flex-col gap-2">
        {due.map(({ text }) => (
          <li key={text}>
            <a
              href={siteAddress(`/${text}`)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center font-semibold text-brand-ink underline"
            >
              {t(`kinds.${text}`)}
            </a>
          </li>
        ))}
      </ul>
      <p className="text-muted text-sm">{t(isOfStudent ? 'question.student' : 'question.tutor')}</p>
      <div className="flex flex-wrap gap-3">
        <Button loading={isPending} onClick={() => mutate()}>
          {t('question.agree')}
        </Button>
        <Button variant="ghost" onClick={onLater}>
          {t('question.later')}
        </Button>
      </div>
    </div>
  )
}
