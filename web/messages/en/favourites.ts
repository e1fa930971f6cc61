import type { favourites as ar } from '../ar/favourites.ts'
import type { Wording } from '../messages.ts'

export const favourites = {
  add: 'Add {name} to favourites',
  remove: 'Remove {name} from favourites',
  failed: 'Your favourites weren’t saved. Try again.',
} as const satisfies Wording<typeof ar>
