import { rating } from '#messages/rating'
import { useMessages } from '../../messages/messages.ts'

/** The words for one star to five. */
export function useRatingWords(): readonly [string, string, string, string, string] {
  const t = useMessages(rating)
  return [t('labels.bad'), t('labels.accepted'), t('labels.good'), t('labels.veryGood'), t('labels.excellent')]
}
