import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy, Gift, Link2, Share2 } from 'lucide-react'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { openReferralCode } from '#contract/calls/referrals'
import type { OwnReferral, OwnReferrals } from '#contract/referrals'
import { fromIso } from '#domain/cairo'
import { REFERRAL_MINUTES, REWARDS_A_YEAR } from '#domain/subscriptions/referral'
import { referrals } from '#messages/referrals'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { useMe } from '../../../platform/current-user.ts'
import { codeOf, errorText } from '../../../platform/error-text.ts'
import { useFormat } from '../../../platform/format.ts'
import { keys } from '../../../platform/query-keys.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, SectionHeading } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, useForm } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { Input } from '../../../ui/input.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useCopy } from '../../../ui/use-copy.tsx'
import { ownReferralsQuery } from './queries.ts'
import { enterCode, rememberOwnCode, storedCode } from './stored-code.ts'

const TONES = { registered: 'neutral', counted: 'info', given: 'success', ended: 'neutral' } as const satisfies Record<
  OwnReferral['state'],
  Tone
>

/** In the settings: the student's link, whom it has brought, and who has brought the student (docs/rules/minutes.md 12.10). */
export function FriendsSection() {
  const t = useMessages(referrals)
  const query = useQuery(ownReferralsQuery)
  return (
    <QueryView
      query={query}
      loading={
        <Loading text={t('loading')}>
          <Skeleton className="h-40 rounded-card" />
        </Loading>
      }
    >
      {(own) => (
        <div className="flex flex-col gap-4">
          <Card padding="lg" className="flex flex-col gap-4">
            <SectionHeading title={t('title')} text={t('text', { count: REFERRAL_MINUTES })} />
            <ul className="list-disc ps-5 text-muted">
              <li>{t('rules.when')}</li>
              <li>{t('rules.use')}</li>
              <li>{t('rules.year', { count: REWARDS_A_YEAR })}</li>
              <li>{t('rules.person')}</li>
            </ul>
            <OwnLink code={own.code} />
          </Card>
          <BroughtBy own={own} />
          <Friends own={own} />
        </div>
      )}
    </QueryView>
  )
}

function OwnLink({ code }: { code: string | null }) {
  const t = useMessages(referrals)
  const me = useMe()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => request(openReferralCode, {}),
    onSuccess: (opened) =>
      queryClient.setQueryData(ownReferralsQuery.queryKey, (own) => own && { ...own, code: opened.code }),
    onError: (error) => toast.error(t('link.failed'), { id: 'referral', description: errorText(error) }),
  })
  if (code !== null) return <ShownLink code={code} />
  if (!me.verifiedEmail) return <p className="text-muted">{t('link.needsEmail')}</p>
  return (
    <div>
      <Button icon={Link2} loading={isPending} onClick={() => mutate()}>
        {t('link.open')}
      </Button>
    </div>
  )
}

function ShownLink({ code }: { code: string }) {
  const t = useMessages(referrals)
  const { isCopied, copy } = useCopy(t('link.copied'))
  const url = `${location.origin}/r/${code}`
  const text = t('link.shareText', { count: REFERRAL_MINUTES, url })
  useEffect(() => rememberOwnCode(code), [code])
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('link.label')} hint={t('link.hint', { code })}>
        <Input flow="ltr" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button icon={isCopied ? Check : Copy} onClick={() => copy(url)}>
          {t(isCopied ? 'link.copied' : 'link.copy')}
        </Button>
        {'share' in navigator && (
          // Closing the device's share sheet rejects, which is no error.
          <Button
            variant="secondary"
            icon={Share2}
            onClick={() => void navigator.share({ text }).catch(() => undefined)}
          >
            {t('link.share')}
          </Button>
        )}
      </div>
    </div>
  )
}

const typed = z.object({ code: z.string().check(z.minLength(1), z.maxLength(50)) })

/** Who has brought the student, or the code of somebody who has, as long as it can be entered. */
function BroughtBy({ own: { broughtBy, enterUntil } }: { own: OwnReferrals }) {
  const t = useMessages(referrals)
  const format = useFormat()
  const queryClient = useQueryClient()
  const form = useForm({
    schema: typed,
    defaultValues: { code: storedCode() ?? '' },
    send: async ({ code }) => {
      try {
        await enterCode(code)
      } catch (error) {
        const refusal = codeOf(error)
        if (refusal !== 'not-found' && refusal !== 'illegal' && refusal !== 'bad-request') throw error
        toast.error(t(refusal === 'illegal' ? 'enter.illegal' : 'enter.unknown'), { id: 'referral' })
        return
      }
      toast.success(t('enter.done'), { id: 'referral' })
      await queryClient.invalidateQueries({ queryKey: keys.referrals })
    },
  })
  if (broughtBy)
    return (
      <Card padding="lg" className="flex flex-wrap items-center justify-between gap-3">
        <p>{t('broughtBy', { name: broughtBy.name ?? t('someone') })}</p>
        <Badge tone={TONES[broughtBy.state]}>{t(`ownStates.${broughtBy.state}`)}</Badge>
      </Card>
    )
  if (enterUntil === null) return null
  return (
    <Card padding="lg" className="flex flex-col gap-4">
      <SectionHeading title={t('enter.title')} text={t('enter.text', { until: format.moment(fromIso(enterUntil)) })} />
      <Form form={form} className="flex flex-col gap-4">
        <TextField form={form} name="code" label={t('enter.label')} flow="ltr" autoComplete="off" required />
        <div>
          <Button type="submit" variant="secondary" loading={form.isSending}>
            {t('enter.submit')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function Friends({ own: { list, rewardsLeft, waiting } }: { own: OwnReferrals }) {
  const t = useMessages(referrals)
  const format = useFormat()
  return (
    <Card padding="lg" className="flex flex-col gap-4">
      <SectionHeading title={t('friends.title')} text={t('friends.left', { count: rewardsLeft })} />
      {waiting.map(({ minutes, expiresAt }) => (
        <Banner key={expiresAt} icon={Gift} title={t('friends.waiting', { count: minutes })}>
          {t('friends.waitingText', { until: format.moment(fromIso(expiresAt)) })}
        </Banner>
      ))}
      {list.length === 0 && <p className="text-muted">{t('friends.empty')}</p>}
      <ul className="flex flex-col gap-3">
        {list.map(({ id, name, state, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">
              <bdi translate="no" className="font-semibold">
                {name ?? t('someone')}
              </bdi>
              <span className="block text-muted text-sm">{format.moment(fromIso(createdAt))}</span>
            </span>
            <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
