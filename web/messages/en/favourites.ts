import type { favourites as ar } from '../ar/favourites.ts'
import type { Wording } from '../messages.ts'

export const favourites = {
  keep: 'Add {name} to favourites',
  kept: 'Remove {name} from favourites',
  keepFailed: 'Your favourites weren’t saved. Try again.',
} as const satisfies Wording<typeof ar>
