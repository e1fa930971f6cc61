import { oneOf, pageNumber, positiveInteger, searchSchema } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-search-params.ts'

const MEDIA_TABS = ['waiting', 'approved', 'rejected'] as const
export type MediaTab = (typeof MEDIA_TABS)[number]

/** `open` is the number of the video that is shown. */
export const mediaSearch = searchSchema({ tab: oneOf(MEDIA_TABS), page: pageNumber, open: positiveInteger })

export const photoSessionsSearch = listSearch(['studioId'])
