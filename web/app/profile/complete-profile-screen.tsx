import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Student } from '#contract/students'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { internalPath } from '../../platform/redirect.ts'
import { LearningFields } from '../../shared/account/learning-fields.tsx'
import { ownStudentQuery } from '../../shared/account/own-profile.ts'
import { learningFields } from '../../shared/account/profile-schema.ts'
import { useSaveLearning } from '../../shared/account/save.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { stepHeading } from '../../ui/focus.ts'
import { Form, FormProblem, useEditForm } from '../../ui/form.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { TopicChoice } from '../account/shared/topic-choice.tsx'
import { useTopicChoice } from '../account/shared/use-topic-choice.ts'
import { MainInfoStep } from './main-info-step.tsx'
import { type ProfileStep, profileSteps } from './search-params.ts'
import { StepButtons, type StepNavigation } from './step-buttons.tsx'

/** The topics that a student likes to talk about. */
function TopicsStep(navigation: StepNavigation) {
  const choice = useTopicChoice()
  const [problem, setProblem] = useState<string>()
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    setProblem(undefined)
    try {
      if (choice.hasChanges) await choice.save()
      navigation.onNext()
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <FormProblem text={problem} />
      <TopicChoice choice={choice} />
      <StepButtons {...navigation} isSending={choice.isSaving} isLast />
    </form>
  )
}

/** A student's job, level and learning goal. */
function LearningStep({ student, ...navigation }: StepNavigation & { student: Student }) {
  const save = useSaveLearning()
  const { jobTitle, englishLevel, learningObjective } = learningFields
  const form = useEditForm({
    fields: { jobTitle, englishLevel, learningObjective },
    saved: {
      jobTitle: student.jobTitle,
      englishLevel: student.englishLevel,
      learningObjective: student.learningObjective,
    },
    save,
    onSaved: navigation.onNext,
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <LearningFields form={form} />
      <StepButtons {...navigation} isSending={form.isSending} />
    </Form>
  )
}

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
      <Stepper steps={names} current={at} onGoTo={(index) => goTo(profileSteps[index] ?? 'main')} />
      <Card padding="lg">
        <SectionHeading headingRef={stepHeading} title={t(`student.${step}`)} text={t(`student.${step}Text`)} />
        <QueryView query={student} loading={<LoadingFields text={t('loading')} />}>
          {(data) => (
            <>
              {step === 'main' && <MainInfoStep student={data} {...navigation} />}
              {step === 'learning' && <LearningStep student={data} {...navigation} />}
              {step === 'topics' && <TopicsStep {...navigation} />}
            </>
          )}
        </QueryView>
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
