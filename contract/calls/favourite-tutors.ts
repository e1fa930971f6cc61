import { address } from '../address.ts'

export const listFavouriteTutors = address('GET', '/favourite-tutor/list')
export const addFavouriteTutor = address('PUT', '/favourite-tutor/:id')
export const removeFavouriteTutor = address('DELETE', '/favourite-tutor/:id')
