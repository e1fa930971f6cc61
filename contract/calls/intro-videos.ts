import { address } from '../address.ts'

export const createIntroVideo = address('POST', '/intro-video/with/asset')
export const updateIntroVideo = address('PUT', '/intro-video/:id')
export const listIntroVideos = address('GET', '/intro-video/list')
