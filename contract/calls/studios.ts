import { address } from '../address.ts'

export const listStudios = address('GET', '/user/studio/list')
export const getStudio = address('GET', '/studio/:id')
export const editStudio = address('PUT', '/studio/:id')
