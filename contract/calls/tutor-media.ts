import { address } from '../address.ts'

export const listTutorMedia = address('GET', '/tutor-media/list/:tutorId')
export const showTutorMedia = address('PUT', '/tutor-media/:id/shown')
