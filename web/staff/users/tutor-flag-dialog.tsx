import { useQuery } from '@tanstack/react-query'
import { Power, ShieldOff } from 'lucide-react'
import type { User } from '#contract/users'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { errorText } from '../../platform/error-text.ts'
import { toast } from '../../ui/toasts.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { comingLessonsQuery, tutorMetaQuery } from './queries.ts'
import { useSavePerson } from './use-save-person.ts'

type Flag = 'activated' | 'bypassOnboarding'
type TutorFlagProps = { person: User; flag: Flag; onClose: () => void }

const TITLES = {
  activated: { on: 'flags.activateTitle', off: 'flags.deactivateTitle' },
  bypassOnboarding: { on: 'flags.bypassTitle', off: 'flags.noBypassTitle' },
} as const
const LABELS = {
  activated: { on: 'actions.activate', off: 'actions.deactivate' },
  bypassOnboarding: { on: 'actions.bypass', off: 'actions.noBypass' },
} as const

/** Turns what only staff set of a tutor on or off; undone from the toast. */
export function TutorFlagDialog({ person, flag, onClose }: TutorFlagProps) {
  const t = useMessages(staffPerson)
  const save = useSave(person, flag)
  const { data: tutor } = useQuery(tutorMetaQuery(person.id))
  const { data: coming = 0 } = useQuery(comingLessonsQuery(person.id))
  if (!tutor) return null
  const next = tutor[flag] ? 'off' : 'on'
  const texts = {
    activated: { on: t('flags.activateText'), off: t('flags.deactivateText', { count: coming }) },
    bypassOnboarding: { on: t('flags.bypassText'), off: t('flags.noBypassText') },
  }
  return (
    <ReasonDialog
      icon={flag === 'activated' ? Power : ShieldOff}
      tone={next === 'on' ? 'main' : 'danger'}
      title={t(TITLES[flag][next])}
      description={texts[flag][next]}
      confirmLabel={t(LABELS[flag][next])}
      onConfirm={(reason) => save(next === 'on', reason)}
      onClose={onClose}
    />
  )
}

function useSave(person: User, flag: Flag) {
  const t = useMessages(staffPerson)
  const save = useSavePerson(person)
  const undo = async (before: boolean, reason: string) => {
    try {
      if (await save({ [flag]: before }, { reason })) toast.success(t('actions.undone'), { id: 'person' })
    } catch (error) {
      toast.error(t('actions.undoFailed'), { id: 'person', description: errorText(error) })
    }
  }
  return async (value: boolean, reason: string) => {
    try {
      if (!(await save({ [flag]: value }, { reason }))) return
    } catch (error) {
      toast.error(t('flags.failed'), { id: 'person', description: errorText(error) })
      throw error
    }
    const action = { label: t('actions.undo'), onAction: () => undo(!value, t('actions.undo')) }
    toast.success(t('flags.saved'), { id: 'person', duration: 10_000, actions: [action] })
  }
}
