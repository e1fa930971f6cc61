import { address } from '../address.ts'

export const createTopic = address('POST', '/topic')
export const listTopics = address('GET', '/topic/list')
export const listTopicsForStaff = address('GET', '/topic/list/for/staff')
export const mergeTopic = address('POST', '/topic/:id/merge')
export const orderTopics = address('PUT', '/topic/order')
export const editTopic = address('PUT', '/topic/:id')
export const deleteTopic = address('DELETE', '/topic/:id')
export const topicsOfUser = address('GET', '/topic/of/user')
export const addTopics = address('POST', '/topic/of/user')
export const removeTopics = address('DELETE', '/topic/of/user')
export const changeTopics = address('PATCH', '/topic/of/user')
