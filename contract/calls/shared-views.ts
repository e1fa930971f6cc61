import { address } from '../address.ts'

export const listSharedViews = address('GET', '/shared-view')
export const shareView = address('PUT', '/shared-view')
export const unshareView = address('DELETE', '/shared-view')
