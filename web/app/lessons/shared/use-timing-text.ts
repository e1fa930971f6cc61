import { lessons } from '#messages/lessons'
import { useMessages } from '../../../messages/messages.ts'
import { useFormat } from '../../../platform/format.ts'
import type { Timing } from './lesson-timing.ts'

/** The timing of a lesson as text. */
export function useTimingText(): (timing: Timing) => string {
  const t = useMessages(lessons)
  const format = useFormat()
  return (timing) => {
    switch (timing.type) {
      case 'in-days':
        return timing.days === 1 ? t('timing.tomorrow') : t('timing.inDays', { count: timing.days })
      case 'in-minutes':
        return t('timing.starts', { duration: format.duration(timing.minutes) })
      case 'can-join':
        return t('timing.canJoin')
      case 'started':
        return t('timing.started', { duration: format.duration(timing.minutes) })
      case 'ends':
        return t('timing.ends', { duration: format.duration(timing.minutes) })
      case 'over':
        return t('timing.over')
    }
  }
}
