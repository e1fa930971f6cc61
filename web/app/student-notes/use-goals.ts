import type { StudentBrief } from '#contract/student-notes'
import { enums } from '#messages/enums'
import { language } from '#messages/language'
import { studentNotes } from '#messages/student-notes'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'

/** The student's learning goals, one line each. */
export function useGoals({ goals }: StudentBrief): string[] {
  const t = useMessages(studentNotes)
  const format = useFormat()
  const { learningObjective: aim, englishLevel: level, jobTitle: job, topics } = goals
  return [
    ...(aim ? [t('goals.aim', { aim })] : []),
    ...(level ? [t('goals.level', { level: enums.englishLevel[level] })] : []),
    ...(job ? [t('goals.job', { job })] : []),
    ...(topics.length > 0
      ? [t('goals.topics', { topics: format.list(topics.map(({ name }) => name[language.code])) })]
      : []),
  ]
}
