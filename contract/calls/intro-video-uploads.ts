import { address } from '../address.ts'

export const beginIntroVideoUpload = address('POST', '/intro-video/upload')
export const readIntroVideoUpload = address('GET', '/intro-video/upload/:id')
export const putIntroVideoPart = address('PUT', '/intro-video/upload/:id/part/:number')
export const completeIntroVideoUpload = address('POST', '/intro-video/upload/:id/complete')
export const abortIntroVideoUpload = address('DELETE', '/intro-video/upload/:id')
