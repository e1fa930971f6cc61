import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { internalPath } from '../../platform/redirect.ts'
import { KeptIntent } from '../../shared/account/kept-intent.tsx'
import { ownStudentQuery } from '../../shared/account/own-profile.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { stepHeading } from '../../ui/focus.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { type ProfileStep, profileSteps } from './address.ts'
import { LearningStep } from './learning-step.tsx'
import { MainInfoStep } from './main-info-step.tsx'
import { TopicsStep } from './topics-step.tsx'

/** /complete-profile: a student's first profile, in steps that are saved one by one and may be skipped. */
export function CompleteProfileScreen() {
  const t = useMessages(profile)
  const me = useMe()
  const student = useQuery(ownStudentQuery(me.id))
  const { step, goTo, next } = useSteps()
  const names = profileSteps.map((one) => t(`student.steps.${one}`))
  const at = profileSteps.indexOf(step)
  const before = profileSteps[at - 1]
  const navigation = { onNext: next, onBack: before && (() => goTo(before)) }
  return (
    <Page width="form">
      <PageHeader title={t('student.title')} text={t('student.text')} />
      <KeptIntent />
      <Stepper steps={names} current={at} onGoTo={(index) => goTo(profileSteps[index] ?? 'main')} />
      <Card padding="lg">
        <SectionHeading headingRef={stepHeading} title={t(`student.${step}`)} text={t(`student.${step}Text`)} />
        {student.isError && !student.data ? (
          <ErrorState onRetry={() => void student.refetch()} retrying={student.isFetching} />
        ) : student.data ? (
          <>
            {step === 'main' && <MainInfoStep student={student.data} {...navigation} />}
            {step === 'learning' && <LearningStep student={student.data} {...navigation} />}
            {step === 'topics' && <TopicsStep {...navigation} />}
          </>
        ) : (
          <LoadingFields text={t('loading')} />
        )}
      </Card>
    </Page>
  )
}

const LoadingFields = ({ text }: { text: string }): ReactNode => (
  <Loading text={text} className="flex flex-col gap-5">
    <Skeleton className="h-18" />
    <Skeleton className="h-18" />
    <Skeleton className="h-18" />
  </Loading>
)

/** The step is in the address: the browser's back button goes to the step before, and a reload stays. */
function useSteps() {
  const navigate = useNavigate()
  const search = useSearch({ from: '/plain/complete-profile' })
  const step = search.step ?? 'main'
  const goTo = (to: ProfileStep) => {
    window.scrollTo({ top: 0 })
    void navigate({ to: '/complete-profile', search: { ...search, step: to } })
  }
  const next = () => {
    const following = profileSteps[profileSteps.indexOf(step) + 1]
    if (following) goTo(following)
    else void navigate({ href: internalPath(search.redirect) ?? '/tutors', replace: true })
  }
  return { step, goTo, next }
}
